/** From a path to a verified-to-be image: the cache in front, the compiler (loaded only when needed) behind. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { native, root } from "./native.ts";
import { type CacheKey, readCache, writeCache } from "./cache.ts";
import { CompileError } from "../errors.ts";
import type { Diagnostic } from "../compiler/diagnostics.ts";

export interface Compiled {
  readonly image: Uint8Array;
  readonly warnings: readonly Diagnostic[];
}

/** The version does not tell one build of a checkout from the next; when it was built does. */
function compilerName(): string {
  const built = statSync(join(root, "dist/compiler/index.js"), { throwIfNoEntry: false });
  const { version, tablesHash } = native();
  return `${version} ${tablesHash} ${built?.mtimeMs ?? 0}`;
}

/** @throws CompileError with every diagnostic */
export async function compileFile(path: string, entry: boolean): Promise<Compiled> {
  const key = { path, role: entry ? "entry" : "module", compiler: compilerName() } as const;
  const cached = readCache(key);
  if (cached !== undefined) return { image: cached, warnings: [] };
  return compile(path, undefined, entry, key);
}

/** @throws CompileError with every diagnostic */
export async function compileSource(name: string, text: string): Promise<Compiled> {
  return compile(name, text, false, undefined);
}

async function compile(
  path: string,
  text: string | undefined,
  entry: boolean,
  key: CacheKey | undefined,
): Promise<Compiled> {
  const compiler = await import("../compiler/index.ts");
  // What was compiled is what the cache remembers, whatever happens to the files meanwhile.
  const texts = new Map<string, string>();
  const absent = new Set<string>();
  const read = (file: string): string | undefined => {
    const found = compiler.readText(file);
    if (found === undefined) absent.add(file);
    else texts.set(file, found);
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
  if (key !== undefined) {
    const sources = result.modules.map((file) => ({ path: file, text: texts.get(file) ?? "" }));
    writeCache(key, sources, [...absent], result.image);
  }
  return { image: result.image, warnings: result.diagnostics };
}
