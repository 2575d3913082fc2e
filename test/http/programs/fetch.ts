/** Sends the requests of a file of cases to servers that replay bytes; see ClientCase in ../harness.ts. */
import { type Connect, HttpError, request, type RequestOptions } from "wo-fiber/http";
import { args, fs } from "wo-fiber/std";
import { MemoryConn } from "./memory.ts";

interface Case {
  url: string;
  options?: Omit<RequestOptions, "connect">;
  pieces?: string[];
  input?: string;
  stalls?: boolean;
  whole?: boolean;
}

function run(one: Case, cuts: number[]) {
  const memory = new MemoryConn(one.input ?? "", cuts, one.stalls);
  let where = "";
  const connect: Connect = ({ host, port }) => {
    where = `${host} ${port}`;
    return memory.conn;
  };
  const result: Record<string, unknown> = {};
  try {
    const body = one.pieces === undefined ? {} : { body: new Set(one.pieces) };
    const response = request(one.url, { ...one.options, ...body, connect });
    const { status, statusText, ok } = response;
    Object.assign(result, { status, statusText, ok, headers: [...response.headers] });
    result["text"] = response.text();
  } catch (error) {
    const { name, message } = error as Error;
    result["error"] = error instanceof HttpError ? `HttpError ${error.status}: ${message}` : `${name}: ${message}`;
  }
  return { ...result, where, sent: memory.output, events: memory.events };
}

const outcomes = [];
for (const one of JSON.parse(fs.readText(args[0]!)) as Case[]) {
  const whole = run(one, []);
  const wanted = JSON.stringify(whole);
  const input = one.whole ? "" : (one.input ?? "");
  const differs: number[] = [];
  for (let at = 1; at < input.length; at++) {
    if (JSON.stringify(run(one, [at])) !== wanted) differs.push(at);
  }
  if (JSON.stringify(run(one, Array.from(input, (_, i) => i + 1))) !== wanted) differs.push(0);
  outcomes.push({ ...whole, differs });
}
console.log(JSON.stringify(outcomes));
