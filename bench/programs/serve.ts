// Workload C: a TCP echo server and an HTTP server, one fiber a connection. usage: echo|hello PORT
import { Response, serve } from "wo-fiber/http";
import { args, IoError, net, spawn, type Conn } from "wo-fiber/std";

function echo(conn: Conn): void {
  try {
    for (;;) {
      const data = conn.read();
      if (data === undefined) return;
      conn.write(data);
    }
  } catch (error) {
    if (!(error instanceof IoError)) throw error; // the load resets its connections when it ends
  }
}

export function main(): void {
  const host = "127.0.0.1";
  const port = Number(args[1]);
  const backlog = 4096;
  if (args[0] === "hello") {
    serve({ host, port, backlog }, () => new Response("Hello, World!")).wait();
    return;
  }
  for (const conn of net.listen({ host, port, backlog })) spawn(echo, conn);
}
