/**
 * Runs programs both ways: in Node with the types stripped, and in wo through wo_run. One Node
 * process runs many programs, so a thousand of them cost one start.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { compile } from "../../lib/compiler/index.ts";
import { renderDiagnostic } from "../../lib/compiler/diagnostics.ts";

export const root: string = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** What a program did. `error` is the first line of an uncaught error. */
export interface Outcome {
  readonly out: string;
  readonly error: string;
}

/** wo_run of a variant built by scripts/native.mjs; WO_TEST_VARIANT chooses another for all tests. */
export function woRun(variant: string = process.env["WO_TEST_VARIANT"] ?? "plain"): string {
  return join(root, "build-native", variant, "wo_run");
}

/** The planes of this machine to test on: WO_TEST_PLANES, or epoll and, where it works, uring. */
export function planes(): string[] {
  const chosen = process.env["WO_TEST_PLANES"];
  if (chosen !== undefined) return chosen.split(",");
  const here = execFileSync(woRun(), ["--plane"], {
    encoding: "utf8",
    env: { ...process.env, WO_IO: "" },
  });
  return here.startsWith("uring:") ? ["uring", "epoll"] : ["epoll"];
}

export function stripTypes(text: string): string {
  return ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: false,
      useDefineForClassFields: true,
    },
  }).outputText;
}

const nodeSide = `
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const files = JSON.parse(readFileSync(process.argv[2], "utf8"));
const results = [];
const write = process.stdout.write.bind(process.stdout);
for (const file of files) {
  let out = "";
  process.stdout.write = (text) => { out += text; return true; };
  process.stderr.write = () => true;
  let error = "";
  try {
    await import(pathToFileURL(file).href);
  } catch (thrown) {
    error = thrown instanceof Error ? String(thrown).split("\\n")[0] : "thrown " + String(thrown);
  }
  // As bytes and back: what a pipe makes of lone surrogates.
  results.push({ out: Buffer.from(out).toString(), error: Buffer.from(error).toString() });
}
write(JSON.stringify(results));
`;

/** Runs each program in Node. A program is its text, or a set of files whose first is the entry. */
export function runInNode(programs: readonly (string | Record<string, string>)[]): Outcome[] {
  const work = mkdtempSync(join(tmpdir(), "wo-node-"));
  try {
    const entries = programs.map((program, i) => {
      const files = typeof program === "string" ? { "main.ts": program } : program;
      const home = join(work, String(i));
      const names = Object.keys(files);
      for (const [name, text] of Object.entries(files)) {
        const at = join(home, name.replace(/\.ts$/, ".mjs"));
        mkdirSync(dirname(at), { recursive: true });
        writeFileSync(
          at,
          stripTypes(text).replace(/((?:from|import)\s*["'][^"']+)\.ts(["'])/g, "$1.mjs$2"),
        );
      }
      return join(home, (names[0] ?? "main.ts").replace(/\.ts$/, ".mjs"));
    });
    writeFileSync(join(work, "run.mjs"), nodeSide);
    writeFileSync(join(work, "list.json"), JSON.stringify(entries));
    const text = execFileSync(process.execPath, [join(work, "run.mjs"), join(work, "list.json")], {
      maxBuffer: 1 << 28,
      encoding: "utf8",
    });
    return JSON.parse(text) as Outcome[];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Compiles a program; a refusal comes back as text. */
export function compileText(path: string, text?: string): Uint8Array | string {
  const { image, diagnostics } = compile(text === undefined ? { path } : { path, text }, {
    entry: true,
  });
  const errors = diagnostics.filter((one) => one.severity === "error");
  if (image === undefined || errors.length > 0) return errors.map(renderDiagnostic).join("\n");
  return image;
}

export interface WoResult extends Outcome {
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs an image with wo_run. A sanitizer report is in `stderr` and makes the code non-zero. */
export function runImage(
  image: string,
  args: readonly string[] = [],
  options: {
    readonly variant?: string;
    /** Options of wo_run, before the image. */
    readonly flags?: readonly string[];
    readonly env?: Record<string, string>;
    readonly timeoutMs?: number;
  } = {},
): Promise<WoResult> {
  return new Promise((resolve, reject) => {
    execFile(
      woRun(options.variant),
      [...(options.flags ?? []), image, ...args],
      {
        maxBuffer: 1 << 28,
        timeout: options.timeoutMs ?? 60_000,
        env: { ...process.env, ...options.env },
        encoding: "utf8",
      },
      (failed, out, stderr) => {
        // A string is the system's: the program could not be started.
        if (typeof failed?.code === "string") return reject(failed);
        const code = failed === null ? 0 : typeof failed.code === "number" ? failed.code : null;
        const uncaught = /^Uncaught (.*)$/m.exec(stderr);
        resolve({ out, stderr, code, error: uncaught?.[1] ?? "" });
      },
    );
  });
}
