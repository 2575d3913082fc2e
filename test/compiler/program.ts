/** Compiling, checking and running small programs in tests of the back end. */
import { format } from "node:util";
import ts from "typescript";
import { compile } from "../../lib/compiler/index.ts";
import {
  checkImage,
  disassemble,
  type ReadFunction,
  type ReadImage,
  readImage,
} from "./image-reader.ts";
import { Interpreter } from "./interpreter.ts";

/** The checked image of a program; the text is the entry unless `files` has others beside it. */
export function imageOf(text: string, files: Readonly<Record<string, string>> = {}): ReadImage {
  const found = compile({ path: "main.ts", text }, { read: (path) => files[path] });
  if (found.image === undefined) {
    throw new Error(found.diagnostics.map((one) => `${one.line}: ${one.message}`).join("\n"));
  }
  const image = readImage(found.image);
  checkImage(image);
  return image;
}

export function functionOf(image: ReadImage, name: string): ReadFunction {
  const found = image.functions.find((fn) => fn.name === name);
  if (found === undefined) throw new Error(`no function ${name}`);
  return found;
}

/** The code of one function of a program; builtins by path, one instruction a line. */
export function codeOf(text: string, name = "f"): string {
  const image = imageOf(text);
  return disassemble(image, functionOf(image, name));
}

export interface Outcome {
  readonly lines: string[];
  readonly drops: unknown[];
}

function printing(lines: string[], body: () => void): void {
  try {
    body();
  } catch (error) {
    lines.push(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}

/** As TypeScript stands in for it where Node has none. */
function suppressedError(error: unknown, suppressed: unknown): Error {
  return Object.assign(new Error(), { name: "SuppressedError", error, suppressed });
}

/** What a program prints when the interpreter runs its image. */
export function interpret(
  text: string,
  globals: Readonly<Record<string, unknown>> = {},
  files: Readonly<Record<string, string>> = {},
): Outcome {
  const lines: string[] = [];
  const drops: unknown[] = [];
  const log = (...args: unknown[]): void => void lines.push(format(...args));
  const image = imageOf(text, files);
  printing(lines, () => {
    new Interpreter(image, {
      globals: { "console.log": log, SuppressedError: suppressedError, ...globals },
      drops,
    }).run();
  });
  return { lines, drops };
}

/** What the same program prints in Node, its types removed by TypeScript. */
export function inNode(text: string): string[] {
  const lines: string[] = [];
  const log = (...args: unknown[]): void => void lines.push(format(...args));
  const js = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  }).outputText;
  printing(lines, () => {
    new Function("console", "exports", js)({ log }, {});
  });
  return lines;
}
