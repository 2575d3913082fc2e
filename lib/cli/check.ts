/** `wo check FILE... [--json]`: what would be refused, without running anything. */
import { resolve } from "node:path";
import { compile } from "../compiler/index.ts";
import { printDiagnostics } from "./diagnostics.ts";
import { misused, unknownOption } from "./usage.ts";

export async function run(args: string[]): Promise<number> {
  const json = args.includes("--json");
  const files = args.filter((one) => one !== "--json");
  const wrong = unknownOption(files);
  if (files.length === 0 || wrong !== undefined) return misused("check FILE... [--json]", wrong);
  return printDiagnostics(
    files.flatMap((file) => compile({ path: resolve(file) }, { entry: true }).diagnostics),
    json,
  );
}
