// clients in fibers fetch from a server in fibers, bodies going both ways in pieces
// expect: 40 clients, 400 bytes each, 1 handler failed
// expect: 204 true
// expect: cut off: 0
import { request, type Request, Response, serve } from "wo-fiber/http";
import { chan, type Recv, type Send, spawn } from "wo-fiber/std";
import { ChannelListener } from "../../http/programs/pair.ts";

const listener = new ChannelListener();
const failed = chan<string>(4);
const failures = failed.sender();

function pieces(text: string, count: number): Iterable<string> {
  let left = count;
  return {
    [Symbol.iterator]: () => ({
      next: (): IteratorResult<string> =>
        left-- > 0 ? { value: text, done: false } : { value: undefined, done: true },
    }),
  };
}

/** A channel as a body: its values until it ends. */
function feed(out: Send<string>): void {
  for (let i = 0; i < 40; i++) out.send("0123456789");
}

function handler(request: Request): Response {
  if (request.path === "/fails") throw new Error("oh");
  if (request.path === "/none") return new Response(null, { status: 204 });
  if (request.method === "POST") return new Response(request);
  const lines = chan<string>();
  spawn(feed, lines.sender());
  return new Response(lines.receiver() as Recv<string>);
}

function client(id: number, from: ChannelListener, out: Send<number>): void {
  const connect = () => from.connect();
  const response =
    id % 2 === 0
      ? request(`http://x/${id}`, { connect })
      : request(`http://x/${id}`, { method: "POST", body: pieces("abcd", 100), connect, timeout: 60_000 });
  out.send(response.text().length);
}

const server = serve(listener.listener, handler, { onError: (error) => failures.send(String(error)) });
const lengths = chan<number>(64);
for (let i = 0; i < 40; i++) spawn(client, i, listener, lengths.sender());
let wrong = 0;
for (let i = 0; i < 40; i++) if (lengths.recv() !== 400) wrong++;
const connect = () => listener.connect();
const failure = request("http://x/fails", { connect });
if (failure.status !== 500 || failed.recv() !== "Error: oh") wrong++;
console.log(`${40 - wrong} clients, 400 bytes each, 1 handler failed`);
const none = request("http://x/none", { connect });
console.log(none.status, none.ok);
console.log("cut off:", server.drain());
