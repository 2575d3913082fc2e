// lines: without their ends, UTF-8, across reads; what was read ahead is there for read
// expect: "one"
// expect: "two añ€😀"
// expect: ""
// expect: "four"
// expect: rest last
// expect: long 300000
// expect: unended "tail"
import { net, spawn, time, type Conn } from "wo-fiber/std";

function feed(conn: Conn): void {
  for (const part of ["one\r\ntwo a", "ñ€😀\n", "\nfo", "ur\nlast"]) {
    conn.write(part);
    time.sleep(2);
  }
  conn.close();
}
function feedLong(conn: Conn): void {
  conn.write("x".repeat(300000) + "\ntail");
  conn.close();
}

const listener = net.listen({ host: "127.0.0.1", port: 0 });
const { port } = listener.local as { port: number };
const a = net.connect({ host: "localhost", port });
spawn(feed, listener.accept());
let count = 0;
for (const line of a.lines()) {
  console.log(JSON.stringify(line));
  if (++count === 4) break;
}
let rest = "";
for (let bytes = a.read(); bytes !== undefined; bytes = a.read()) {
  rest += String.fromCharCode(...bytes);
}
console.log("rest", rest);
const b = net.connect({ host: "localhost", port });
spawn(feedLong, listener.accept());
for (const line of b.lines()) {
  if (line.length > 10) console.log("long", line.length);
  else console.log("unended", JSON.stringify(line));
}
