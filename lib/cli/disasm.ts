/** `wo disasm FILE|IMAGE`: the bytecode as text. */
import { resolve } from "node:path";
import { compile } from "../compiler/index.ts";
import { native } from "../internal/native.ts";
import { printDiagnostics } from "./diagnostics.ts";
import { readImage } from "./image.ts";
import { misused, unknownOption } from "./usage.ts";

export async function run(args: string[]): Promise<number> {
  const [file] = args;
  const wrong = unknownOption(args);
  if (file === undefined || args.length !== 1 || wrong !== undefined)
    return misused("disasm FILE|IMAGE", wrong);
  let image = readImage(file);
  if (image === undefined) {
    const result = compile({ path: resolve(file) }, { entry: true });
    if (printDiagnostics(result.diagnostics, false) !== 0) return 2;
    image = result.image;
  }
  if (image === undefined) return 2;
  const { NativeRuntime } = native();
  const runtime = new NativeRuntime({
    fs: false,
    env: false,
    run: false,
    net: false,
    netHosts: [],
    args: [],
    report: false,
  });
  process.stdout.write(runtime.disassemble(runtime.load(image)));
  runtime.close();
  return 0;
}
