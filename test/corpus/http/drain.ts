// a server that drains closes what waits, lets a request finish, and cuts off what takes too long
// expect: idle: true
// expect: first: 200 hello
// expect: busy: 200 finished close
// expect: stuck: closed
// expect: cut off: 1
// expect: idle ended: true
// expect: again: 1
import { get, type Request, Response, serve } from "wo-fiber/http";
import { chan, type Send, spawn, time } from "wo-fiber/std";
import { ChannelListener } from "../../http/programs/pair.ts";

const listener = new ChannelListener();
const began = chan<string>(4);
const report = began.sender();

function handler(request: Request): Response {
  if (request.path === "/hello") return new Response("hello");
  report.send(request.path);
  time.sleep(request.path === "/slow" ? 50 : 60_000);
  return new Response("finished");
}

function fetch(path: string, from: ChannelListener, out: Send<string>): void {
  try {
    const response = get(`http://x${path}`, { connect: () => from.connect() });
    out.send(`${response.status} ${response.text()} ${response.headers.get("connection")}`);
  } catch {
    out.send("closed");
  }
}

const server = serve(listener.listener, handler);
const idle = listener.connect();
idle.write(Uint8Array.from("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n", (c: string) => c.charCodeAt(0)));
console.log("idle:", (idle.read()?.length ?? 0) > 0);
const first = get("http://x/hello", { connect: () => listener.connect() });
console.log("first:", first.status, first.text());

const slow = chan<string>(1);
const stuck = chan<string>(1);
spawn(fetch, "/slow", listener, slow.sender());
spawn(fetch, "/stuck", listener, stuck.sender());
began.recv();
began.recv();
const cut = server.drain(500);
console.log("busy:", slow.recv());
console.log("stuck:", stuck.recv());
console.log("cut off:", cut);
console.log("idle ended:", idle.read() === undefined);
console.log("again:", server.drain() + 1);
