/**
 * The compiler: fiber TypeScript in, an image out. Everything wrong with the program comes back as
 * diagnostics; nothing is thrown for it.
 */
import { type AnalyzeOptions, analyze, reportOverflow } from "./analyze.ts";
import { TooLarge } from "./assemble.ts";
import type { Diagnostic, Span, SpanSource } from "./diagnostics.ts";
import { emitProgram } from "./emit.ts";
import type { Entry } from "./modules.ts";

export type { Diagnostic } from "./diagnostics.ts";
export { renderDiagnostic, renderDiagnostics } from "./diagnostics.ts";
export { type Entry, readText } from "./modules.ts";

export interface CompileOptions extends AnalyzeOptions {
  /** Frames are left out of stacks. Default: `prelude`. */
  readonly library?: boolean;
}

export interface CompileResult {
  /** Undefined when a diagnostic is an error. */
  readonly image?: Uint8Array;
  readonly diagnostics: Diagnostic[];
  /** Files of the program's modules, those of libraries it imports included, in evaluation order, the entry last. */
  readonly modules: string[];
}

/** Compiles an entry and all it imports into one image. */
export function compile(entry: Entry, options: CompileOptions = {}): CompileResult {
  const { program, diagnostics, modules } = analyze(entry, options);
  if (program === undefined) return { diagnostics: diagnostics.list(), modules };
  try {
    const image = emitProgram(program, { library: options.library ?? options.prelude ?? false });
    return { image, diagnostics: diagnostics.list(), modules };
  } catch (error) {
    if (error instanceof TooLarge) {
      const values = { what: error.what, limit: String(error.limit) };
      const { source, node } = error.place ?? noPlace(entry.path);
      diagnostics.add(source, { start: node.start, end: node.start }, "limit", values);
    } else if (!reportOverflow(error, entry.path, diagnostics)) throw error;
    return { diagnostics: diagnostics.list(), modules };
  }
}

function noPlace(path: string): { source: SpanSource; node: Span } {
  return { source: { path, text: "", lineStarts: [0] }, node: { start: 0, end: 0 } };
}

/** The diagnostics `compile` would report, without making an image. */
export function check(entry: Entry, options: AnalyzeOptions = {}): Diagnostic[] {
  return analyze(entry, options).diagnostics.list();
}
