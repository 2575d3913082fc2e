// a server on a port and clients over sockets: keep-alive, pipelining, bodies, a deadline, a drain
// expect: 200 GET / 0
// expect: 200 POST /x 100000
// expect: 2 answers on one connection
// expect: refused with 400, then closed
// expect: TimeoutError
// expect: cut off: 1
// expect: IoError
import { get, type Request, request, Response, serve } from "wo-fiber/http";
import { net, time } from "wo-fiber/std";

function handler(r: Request): Response {
  if (r.path === "/late") time.sleep(60_000);
  return new Response(`${r.method} ${r.path} ${r.bytes().length}`);
}

const server = serve({ host: "127.0.0.1", port: 0 }, handler);
const { port } = server.local as { port: number };
const url = `http://127.0.0.1:${port}`;

function show(response: Response): void {
  console.log(response.status, response.text());
}
show(get(url));
show(request(`${url}/x`, { method: "POST", body: new Uint8Array(100_000) }));

/** All that comes until the server closes. */
function talk(text: string): string {
  using conn = net.connect({ host: "127.0.0.1", port });
  conn.write(text);
  let seen = "";
  for (let part = conn.read(); part !== undefined; part = conn.read()) {
    for (const byte of part) seen += String.fromCharCode(byte);
  }
  return seen;
}
const ask = "GET / HTTP/1.1\r\nHost: x\r\n";
const two = talk(`${ask}\r\n${ask}Connection: close\r\n\r\n`);
console.log(two.split("HTTP/1.1 200 OK").length - 1, "answers on one connection");
const refused = talk(`${ask}A : b\r\n\r\n${"x".repeat(100_000)}`);
console.log(`refused with ${refused.slice(9, 12)}, then closed`);
try {
  get(`${url}/late`, { timeout: 50 });
} catch (error) {
  console.log((error as Error).name);
}
console.log("cut off:", server.drain(0));
try {
  get(url);
} catch (error) {
  console.log((error as Error).name);
}
