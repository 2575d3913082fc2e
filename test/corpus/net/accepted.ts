// [Z13] an accepted connection is the fiber's it is given to: its end is seen while the listener waits
// expect: 300 ended
// expect: true
import { chan, fs, net, spawn, type Conn, type Listener, type Send } from "wo-fiber/std";

function answer(conn: Conn): void {
  for (const line of conn.lines()) {
    conn.write(`${line}\n`);
    return;
  }
}
function inLoop(listener: Listener): void {
  for (const conn of listener) spawn(answer, conn);
}
function oneByOne(listener: Listener): void {
  for (;;) {
    const conn = listener.accept();
    if (conn.remote === undefined) continue;
    spawn(() => answer(conn));
  }
}
function client(port: number, done: Send<number>): void {
  const open: number[] = [];
  for (let i = 0; i < 150; i++) {
    const conn = net.connect({ host: "127.0.0.1", port });
    conn.write("hello\n");
    while (conn.read(100, { timeout: 20_000 }) !== undefined) {}
    open.push(fs.list("/proc/self/fd").length);
  }
  for (const count of open) done.send(count);
}

const counts = chan<number>();
const received = counts.receiver();
for (const serve of [inLoop, oneByOne]) {
  const listener = net.listen({ host: "127.0.0.1", port: 0 });
  spawn(serve, listener);
  spawn(client, (listener.local as { port: number }).port, counts.sender());
}
counts.release();
let ended = 0;
let most = 0;
for (const count of received) {
  ended++;
  most = Math.max(most, count);
}
console.log(ended, "ended");
console.log(most < 40);
