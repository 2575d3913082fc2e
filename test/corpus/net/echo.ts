// [W13] a server and its clients over TCP: each connection a fiber, half close ends a stream
// expect: 127.0.0.1 true
// expect: true true
// expect: 300 of 300
// expect: undefined
import { chan, net, spawn, type Conn, type Listener, type Send } from "wo-fiber/std";

function echo(conn: Conn): void {
  for (let bytes = conn.read(); bytes !== undefined; bytes = conn.read()) conn.write(bytes);
  conn.closeWrite();
  conn.close();
}
function serve(listener: Listener): void {
  for (const conn of listener) spawn(echo, conn);
}
function client(port: number, id: number, done: Send<number>): void {
  const conn = net.connect({ host: "127.0.0.1", port });
  let good = 0;
  for (let i = 0; i < 10; i++) {
    const text = `hello ${id} ${i}\n`;
    conn.write(text);
    let got = "";
    while (got.length < text.length) {
      const bytes = conn.read();
      if (bytes === undefined) break;
      for (const byte of bytes) got += String.fromCharCode(byte);
    }
    if (got === text) good++;
  }
  conn.closeWrite();
  if (conn.read() !== undefined) good = -1000;
  conn.close();
  done.send(good);
}

const listener = net.listen({ host: "127.0.0.1", port: 0 });
const at = listener.local as { host: string; port: number };
console.log(at.host, at.port > 0);
spawn(serve, listener);
const one = net.connect({ host: "127.0.0.1", port: at.port });
const remote = one.remote as { host: string; port: number };
console.log(remote.port === at.port, (one.local as { port: number }).port !== at.port);
one.close();
const done = chan<number>();
for (let i = 0; i < 30; i++) spawn(client, at.port, i, done.sender());
let good = 0;
for (let i = 0; i < 30; i++) good += done.recv() ?? 0;
console.log(good, "of 300");
console.log(listener.close());
