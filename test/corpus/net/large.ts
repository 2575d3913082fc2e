// [W13] a write larger than any buffer continues where it stopped; text of every kind arrives whole
// expect: 4000000 bytes, sum 274664
// expect: text true
// expect: more true
import { chan, net, spawn, type Conn, type Listener, type Send } from "wo-fiber/std";

function receive(listener: Listener, out: Send<{ count: number; sum: number }>): void {
  for (let round = 0; round < 3; round++) {
    const conn = listener.accept();
    let count = 0;
    let sum = 0;
    for (let bytes = conn.read(); bytes !== undefined; bytes = conn.read()) {
      for (let i = (999 * count) % 1000; i < bytes.length; i += 1000) {
        sum = (sum * 31 + (bytes[i] ?? 0)) % 1000003;
      }
      count += bytes.length;
    }
    conn.close();
    out.send({ count, sum });
  }
}

const listener = net.listen({ host: "127.0.0.1", port: 0 });
const { port } = listener.local as { port: number };
const out = chan<{ count: number; sum: number }>();
spawn(receive, listener, out.sender());
const bytes = new Uint8Array(4000000);
for (let i = 0; i < 4093; i++) bytes[i] = i * 31;
for (let n = 4093; n < bytes.length; n *= 2) bytes.set(bytes.subarray(0, Math.min(n, bytes.length - n)), n);
function send(data: Uint8Array | string): { count: number; sum: number } {
  const conn: Conn = net.connect({ host: "127.0.0.1", port });
  conn.write(data);
  conn.close();
  return out.recv() ?? { count: 0, sum: 0 };
}
const sent = send(bytes);
console.log(sent.count, "bytes, sum", sent.sum);
console.log("text", send("añ€😀".repeat(100000)).count === 1000000);
console.log("more", send("ascii ".repeat(500000)).count === 3000000);
listener.close();
