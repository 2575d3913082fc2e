// an HTTP server and its client over real sockets, each connection a fiber
// expect: 200 hello /0
// expect: 200 hello /1
// expect: 200 hello /2
// expect: 404 nothing here
// expect: echo 100000
import { chan, net, spawn, type Conn, type Listener, type Send } from "wo-fiber/std";
import { get, request, Response, serveConnection, type Request } from "wo-fiber/http";

function handle(request: Request): Response {
  if (request.path === "/none") return new Response("nothing here", { status: 404 });
  if (request.method === "POST") return new Response(request.text());
  return new Response(`hello ${request.path}`);
}
function serve(conn: Conn): void {
  serveConnection(conn, handle);
}
function accept(listener: Listener): void {
  for (const conn of listener) spawn(serve, conn);
}
function ask(url: string, out: Send<string>): void {
  const response = get(url, { connect: net.connect, timeout: 30000 });
  out.send(`${response.status} ${response.text()}`);
}

const listener = net.listen({ host: "127.0.0.1", port: 0 });
const base = `http://127.0.0.1:${(listener.local as { port: number }).port}`;
spawn(accept, listener);
const out = chan<string>();
for (const path of ["/0", "/1", "/2", "/none"]) spawn(ask, base + path, out.sender());
const all = [out.recv(), out.recv(), out.recv(), out.recv()].sort();
for (const line of all) console.log(line);
const posted = request(base + "/", { method: "POST", body: "x".repeat(100000), connect: net.connect, timeout: 30000 });
console.log("echo", posted.text().length);
listener.close();
