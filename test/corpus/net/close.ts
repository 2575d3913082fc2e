// [W20] a socket closed while fibers wait on it answers them all; later calls fail, close is idempotent
// expect: accept IoError EBADF
// expect: read IoError EBADF
// expect: read IoError EBADF
// expect: later IoError EBADF: bad file descriptor, read
// expect: released StateError read: this hold was released
// expect: loop over
import { chan, net, spawn, time, yieldNow, type Conn, type Listener, type Send } from "wo-fiber/std";

function wait(what: string, on: Conn | Listener, out: Send<string>): void {
  try {
    if ("accept" in (on as object)) (on as Listener).accept();
    else (on as Conn).read();
  } catch (error) {
    out.send(`${what} ${(error as Error).name} ${(error as Error).message.slice(0, 5)}`);
  }
}
function loop(listener: Listener, out: Send<string>): void {
  for (const conn of listener) conn.close();
  out.send("loop over");
}

const listener = net.listen({ host: "127.0.0.1", port: 0 });
const { port } = listener.local as { port: number };
const conn = net.connect({ host: "127.0.0.1", port });
const out = chan<string>();
const server = listener.accept();
spawn(wait, "read", conn, out.sender());
spawn(wait, "read", conn, out.sender());
spawn(wait, "accept", listener, out.sender());
time.sleep(5);
yieldNow();
conn.close();
conn.close();
listener.close();
const all = [out.recv(), out.recv(), out.recv()].sort();
for (const line of all) console.log(line);
try {
  conn.read();
} catch (error) {
  console.log("later", (error as Error).name, (error as Error).message);
}
server.release();
try {
  server.read();
} catch (error) {
  console.log("released", (error as Error).name, (error as Error).message);
}
const again = net.listen({ host: "127.0.0.1", port: 0 });
spawn(loop, again, out.sender());
net.connect({ host: "127.0.0.1", port: (again.local as { port: number }).port }).close();
time.sleep(5);
again.close();
console.log(out.recv());
