// [W16] a timeout is the answer of one call; what comes late is kept for the next
// expect: accept TimeoutError
// expect: read TimeoutError true
// expect: late
// expect: write TimeoutError
// expect: read at once TimeoutError
import { chan, net, spawn, time, type Conn, type Listener } from "wo-fiber/std";

function fails(what: string, run: () => unknown): void {
  try {
    run();
    console.log(what, "did not fail");
  } catch (error) {
    console.log(what, (error as Error).name);
  }
}
function late(conn: Conn): void {
  time.sleep(30);
  conn.write("late");
}

const listener: Listener = net.listen({ host: "127.0.0.1", port: 0 });
const { port } = listener.local as { port: number };
fails("accept", () => listener.accept({ timeout: 5 }));
const client = net.connect({ host: "127.0.0.1", port }, { timeout: 5000 });
const server = listener.accept({ timeout: 5000 });
spawn(late, server);
const start = time.monotonic();
try {
  client.read(100, { timeout: 5 });
} catch (error) {
  console.log("read", (error as Error).name, time.monotonic() - start >= 5);
}
console.log(String.fromCharCode(...(client.read() ?? [])));
fails("write", () => {
  for (let i = 0; i < 1000; i++) client.write(new Uint8Array(1000000), { timeout: 5 });
});
fails("read at once", () => client.read(1, { timeout: 0 }));
client.close();
server.close();
void chan;
