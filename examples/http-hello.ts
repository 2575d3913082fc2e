/**
 * An HTTP/1.1 server, each connection in a fiber of its own. Drains on SIGTERM and SIGINT: requests
 * that are being served are finished, connections that wait are closed.
 *
 *   npx wo run examples/http-hello.ts 8080
 *   curl http://127.0.0.1:8080/hello?name=you
 *   curl -d 'some text' http://127.0.0.1:8080/length
 */
import { HttpError, type Request, Response, serve } from "wo-fiber/http";
import { args, proc } from "wo-fiber/std";

function handler(request: Request): Response {
  switch (request.path) {
    case "/":
      return new Response("Hello, World!\n");
    case "/hello":
      return new Response(`Hello, ${nameIn(request.query)}!\n`);
    case "/length": {
      let length = 0;
      for (const chunk of request) length += chunk.length;
      return Response.json({ length });
    }
    default:
      throw new HttpError(404, "no such page");
  }
}

function nameIn(query: string): string {
  const found = query.split("&").find((part) => part.startsWith("name="));
  return found === undefined ? "World" : decodeURIComponent(found.slice("name=".length));
}

const server = serve({ host: "127.0.0.1", port: Number(args[0] ?? 8080) }, handler);
console.log("listening on", server.local);
for (const signal of proc.signals("SIGTERM", "SIGINT")) {
  console.log(`${signal}: draining`);
  console.log(`drained, ${server.drain()} connections cut off`);
  break;
}
