/** `wo check FILE... [--json]`: what would be refused, without running anything. */
import { resolve } from "node:path";
import { compile } from "../compiler/index.ts";
import { printDiagnostics } from "./diagnostics.ts";

export async function run(args: string[]): Promise<number> {
  const json = args.includes("--json");
  const files = args.filter((one) => one !== "--json");
  const unknown = files.find((one) => one.startsWith("-"));
  if (files.length === 0 || unknown !== undefined) {
    process.stderr.write(
      `${unknown === undefined ? "" : `wo check: unknown option ${unknown}\n`}usage: wo check FILE... [--json]\n`,
    );
    return 2;
  }
  return printDiagnostics(
    files.flatMap((file) => compile({ path: resolve(file) }, { entry: true }).diagnostics),
    json,
  );
}
