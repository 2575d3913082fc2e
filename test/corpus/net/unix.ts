// net: Unix sockets; a listener's close takes its path away
// expect: true ping
// expect: pong
// expect: { path: '' }
// expect: gone true
// args: x
import { fs, net, spawn, time, type Listener } from "wo-fiber/std";

const path = `/tmp/wo-test-${Math.floor(time.monotonic() * 1000)}-${Math.floor(Math.random() * 1e9)}.sock`;
function serve(listener: Listener): void {
  const conn = listener.accept();
  console.log((conn.local as { path: string }).path.startsWith("/tmp/wo-test-"), String.fromCharCode(...(conn.read() ?? [])));
  conn.write("pong");
  conn.close();
}

const listener = net.listen({ path });
spawn(serve, listener);
const conn = net.connect({ path });
conn.write("ping");
console.log(String.fromCharCode(...(conn.read() ?? [])));
console.log(conn.local);
listener.close();
console.log("gone", !fs.exists(path));
