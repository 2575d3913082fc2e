/** `wo build FILE -o IMAGE [--module]`: compiles to an image file. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { compile } from "../compiler/index.ts";
import { printDiagnostics } from "./diagnostics.ts";
import { misused } from "./usage.ts";

const usage = "build FILE -o IMAGE [--module] [--json]";

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string", short: "o" },
      module: { type: "boolean" },
      json: { type: "boolean" },
    },
  });
}

export async function run(args: string[]): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return misused(usage, error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1 || values.out === undefined)
    return misused(usage);
  const { image, diagnostics } = compile(
    { path: resolve(file) },
    { entry: values.module !== true },
  );
  const code = printDiagnostics(diagnostics, values.json === true);
  if (image === undefined || code !== 0) return 2;
  writeFileSync(values.out, image);
  return 0;
}
