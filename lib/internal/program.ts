/** From a path to a verified-to-be image: the cache in front, the compiler (loaded only when needed) behind. */
import { native } from "./native.ts";
import { readCache, writeCache } from "./cache.ts";
import { CompileError } from "../errors.ts";
import type { Diagnostic } from "../compiler/diagnostics.ts";

export interface Compiled {
  readonly image: Uint8Array;
  readonly warnings: readonly Diagnostic[];
}

/** @throws CompileError with every diagnostic */
export async function compileFile(path: string, entry: boolean): Promise<Compiled> {
  const variant = `${native().version} ${native().tablesHash} ${entry ? "entry" : "module"}`;
  const cached = readCache(path, variant);
  if (cached !== undefined) return { image: cached, warnings: [] };
  return compile(path, undefined, entry, variant);
}

/** @throws CompileError with every diagnostic */
export async function compileSource(name: string, text: string): Promise<Compiled> {
  return compile(name, text, false, undefined);
}

async function compile(
  path: string,
  text: string | undefined,
  entry: boolean,
  variant: string | undefined,
): Promise<Compiled> {
  const compiler = await import("../compiler/index.ts");
  // What was compiled is what the cache remembers, whatever happens to the files meanwhile.
  const texts = new Map<string, string>();
  const read = (file: string): string | undefined => {
    const found = compiler.readText(file);
    if (found !== undefined) texts.set(file, found);
    return found;
  };
  const result = compiler.compile(text === undefined ? { path } : { path, text }, { entry, read });
  const errors = result.diagnostics.filter((one) => one.severity === "error");
  if (result.image === undefined || errors.length > 0) {
    const first = errors[0];
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
    const reason =
      first === undefined ? "the program was refused" : compiler.renderDiagnostic(first);
    throw new CompileError(`${reason}${more}`, result.diagnostics);
  }
  if (variant !== undefined) {
    const sources = result.modules.map((file) => ({ path: file, text: texts.get(file) ?? "" }));
    writeCache(path, variant, sources, result.image);
  }
  return { image: result.image, warnings: result.diagnostics };
}
