/** Runs programs/serve.ts over cases: HTTP servers of wo on connections in memory. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileText, root, runImage } from "../harness/programs.ts";

export interface Case {
  /** Bytes, one a unit. */
  readonly input: string;
  /**
   * Where reads end. "each": the case runs whole, cut at every place, and byte by byte; "bytes": whole
   * and byte by byte.
   */
  readonly cuts?: readonly number[] | "each" | "bytes";
  /** After the last byte a read times out; else it meets the end of the stream. */
  readonly stalls?: boolean;
  readonly options?: object;
  /** The handler reads the body, answers "ok", and keeps [method, url, body] as JSON in `requests`. */
  readonly plain?: boolean;
}

export interface Outcome {
  /** What the server wrote, without Date fields. */
  readonly output: string;
  readonly events: readonly string[];
  /** Requests the handler saw. */
  readonly requests: readonly string[];
  /** What onError was told. */
  readonly errors: readonly string[];
  /** What serveConnection threw. */
  readonly raised: string;
  readonly unread: number;
  /** Cuts with another outcome than the whole; 0: byte by byte. */
  readonly differs: readonly number[];
}

/** Compiles a program of this folder and runs it with one argument, a file of `input` as JSON. */
export async function runProgram(
  name: string,
  input: unknown,
  variant = "plain",
): Promise<unknown> {
  const work = mkdtempSync(join(tmpdir(), "wo-http-"));
  try {
    const compiled = compileText(join(root, "test/http/programs", name));
    if (typeof compiled === "string") throw new Error(compiled);
    writeFileSync(join(work, "image.wob"), compiled);
    writeFileSync(join(work, "input.json"), JSON.stringify(input));
    const result = await runImage(join(work, "image.wob"), [join(work, "input.json")], { variant });
    if (result.code !== 0) throw new Error(`exit ${result.code}: ${result.stderr}`);
    return JSON.parse(result.out);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export function serve(cases: readonly Case[], variant?: string): Promise<Outcome[]> {
  return runProgram("serve.ts", cases, variant) as Promise<Outcome[]>;
}

export interface ClientCase {
  readonly url: string;
  /** RequestOptions, without `connect`. */
  readonly options?: object;
  /** Only whole, not in pieces. */
  readonly whole?: boolean;
  /** The body as an iterable. */
  readonly pieces?: readonly string[];
  /** What the server sends. */
  readonly input?: string;
  /** After the last byte a read times out. */
  readonly stalls?: boolean;
}

export interface ClientOutcome {
  readonly status?: number;
  readonly statusText?: string;
  readonly ok?: boolean;
  readonly headers?: readonly [string, string][];
  readonly text?: string;
  readonly error?: string;
  /** Host and port that were connected to. */
  readonly where: string;
  /** What was sent. */
  readonly sent: string;
  readonly events: readonly string[];
  readonly differs: readonly number[];
}

/** Each case runs whole, cut at every place, and byte by byte. */
export async function fetchAll(cases: readonly ClientCase[]): Promise<ClientOutcome[]> {
  return (await runProgram("fetch.ts", cases)) as ClientOutcome[];
}
