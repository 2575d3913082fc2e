/** `wo build FILE -o IMAGE [--module]`: compiles to an image file. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { compile } from "../compiler/index.ts";
import { printDiagnostics } from "./diagnostics.ts";

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string", short: "o" },
      module: { type: "boolean" },
      json: { type: "boolean" },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1 || values.out === undefined) {
    process.stderr.write("usage: wo build FILE -o IMAGE [--module] [--json]\n");
    return 2;
  }
  const { image, diagnostics } = compile(
    { path: resolve(file) },
    { entry: values.module !== true },
  );
  const code = printDiagnostics(diagnostics, values.json === true);
  if (image === undefined || code !== 0) return 2;
  writeFileSync(values.out, image);
  return 0;
}
