/**
 * Serves the connections of a file of cases and prints what came of each as JSON: see Case and
 * Outcome in ../harness.ts.
 */
import {
  HttpError,
  type Request,
  Response,
  serveConnection,
  type ServeOptions,
} from "wo-fiber/http";
import { args, fs } from "wo-fiber/std";
import { MemoryConn } from "./memory.ts";

interface Case {
  input: string;
  cuts?: number[] | "each" | "bytes";
  stalls?: boolean;
  options?: ServeOptions;
  plain?: boolean;
}

/** Chunks one by one; throws instead of the one that is undefined. */
function stream(chunks: (string | undefined)[]): Iterable<string> {
  let at = 0;
  return {
    [Symbol.iterator]() {
      return {
        next(): IteratorResult<string> {
          if (at === chunks.length) return { value: undefined, done: true };
          const value = chunks[at++];
          if (value === undefined) throw new Error("the stream broke");
          return { value, done: false };
        },
      };
    },
  };
}

function answer(request: Request): Response {
  switch (request.path) {
    case "/echo":
      return new Response(request.bytes());
    case "/ignore":
      return new Response("ignored");
    case "/first": {
      for (const chunk of request) return new Response(`first of ${chunk.length > 0}`);
      return new Response("none");
    }
    case "/chunks":
      return new Response(stream(["one", "", "two", "\u00e9"]));
    case "/ready":
      return new Response(["one", "two"]);
    case "/sized":
      return new Response(stream(["one", "two"]), { headers: { "Content-Length": 6 } });
    case "/long":
      return new Response(stream(["one", "two"]), { headers: { "content-length": "3" } });
    case "/short":
      return new Response(stream(["one"]), { headers: { "content-length": "5" } });
    case "/breaks":
      return new Response(stream(["one", undefined]));
    case "/throws":
      throw new Error("oh");
    case "/teapot":
      throw new HttpError(418, "short and stout");
    case "/nothing":
      return undefined as unknown as Response;
    case "/empty":
      return new Response();
    case "/void":
      return new Response("not sent", { status: 204 });
    case "/same":
      return new Response(null, { status: 304, headers: { etag: "x" } });
    case "/close":
      return new Response("bye", { headers: { connection: "Close" } });
    case "/own":
      return new Response("x", {
        status: 201,
        statusText: "Made",
        headers: [
          ["Date", "now"],
          ["content-type", "text/x"],
          ["transfer-encoding", "chunked"],
          ["content-length", "77"],
          ["keep-alive", "timeout=5"],
          ["set-cookie", "a=1"],
          ["set-cookie", "b=\u00ff"],
        ],
      });
    case "/length":
      return new Response(null, { headers: { "content-length": 12 } });
    case "/json":
      return Response.json({ got: request.json() });
    case "/large":
      return new Response("0123456789".repeat(10_000));
    case "/remade":
      return new Response(request);
    case "/kept": {
      const headers = request.headers;
      const text = request.text();
      return Response.json([
        headers.get("x-a"),
        headers.has("nope"),
        [...headers],
        text,
        request.query,
      ]);
    }
    default:
      return new Response(
        `${request.method} ${request.url} ${request.path} ${request.query} ${request.text()}`,
      );
  }
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}

function run(one: Case, cuts: number[]) {
  const memory = new MemoryConn(one.input, cuts, one.stalls);
  const requests: string[] = [];
  const errors: string[] = [];
  let raised = "";
  try {
    serveConnection(
      memory.conn,
      (request) => {
        if (one.plain) {
          requests.push(JSON.stringify([request.method, request.url, latin1(request.bytes())]));
          return new Response("ok");
        }
        requests.push(`${request.method} ${request.url}`);
        return answer(request);
      },
      { ...one.options, onError: (error) => errors.push(String(error)) },
    );
  } catch (error) {
    raised = String(error);
  }
  const output = withoutDate(memory.output);
  return { output, events: memory.events, requests, errors, raised, unread: memory.unread };
}

/**
 * What must not depend on how the bytes come. A client whose body is there already is not told to send;
 * what an unfinished line is refused with may be that it ends, or what it already is.
 */
function essence({ output, requests, errors, raised }: ReturnType<typeof run>): string {
  const said = output.replaceAll("HTTP/1.1 100 Continue\r\n\r\n", "");
  const refused = said.indexOf("HTTP/1.1 400");
  const part = refused < 0 ? said : said.slice(0, refused + 12);
  return JSON.stringify([part, requests, errors, raised]);
}

function withoutDate(text: string): string {
  const parts = text.split("date: ");
  return parts
    .map((part, i) => {
      if (i === 0) return part;
      const end = part.indexOf(" GMT\r\n");
      return end === 25 ? part.slice(31) : `date: ${part}`;
    })
    .join("");
}

const outcomes = [];
for (const one of JSON.parse(fs.readText(args[0]!)) as Case[]) {
  const each = one.cuts === "each" || one.cuts === "bytes";
  const whole = run(one, each ? [] : ((one.cuts as number[]) ?? []));
  const differs: number[] = [];
  const wanted = essence(whole);
  if (one.cuts === "each") {
    for (let at = 1; at < one.input.length; at++) {
      if (essence(run(one, [at])) !== wanted) differs.push(at);
    }
  }
  if (each) {
    const bytes = Array.from(one.input, (_, i) => i + 1);
    if (essence(run(one, bytes)) !== wanted) differs.push(0);
  }
  outcomes.push({ ...whole, differs });
}
console.log(JSON.stringify(outcomes));
