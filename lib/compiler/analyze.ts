/**
 * The front half of the compiler: from an entry to a program whose names all have a meaning. The
 * stages are parse, checkSyntax and bind for each module (modules.ts), then link, then checkCalls.
 */
import { checkCalls } from "./check.ts";
import { Diagnostics } from "./diagnostics.ts";
import { link } from "./link.ts";
import { type Entry, fileOfModule, loadGraph } from "./modules.ts";
import type { ProgramInfo } from "./scope.ts";

export interface AnalyzeOptions {
  /**
   * True: the entry's top level is main's body and its variables are main's. False: it is a module
   * that a host imports. Default true, false for the prelude.
   */
  readonly entry?: boolean;
  /** The library itself is compiled: "wo:intrinsics" may be imported. Default false. */
  readonly prelude?: boolean;
  /** Text of a file, undefined when there is none; default: the file system. */
  readonly read?: (path: string) => string | undefined;
}

export interface Analysis {
  /** Undefined when there are errors. */
  readonly program: ProgramInfo | undefined;
  readonly diagnostics: Diagnostics;
  /** Files of all modules of the program, in evaluation order; what was read when it failed. */
  readonly modules: string[];
}

/** Reads, checks and links a program; problems are in the diagnostics of the answer. */
export function analyze(entry: Entry, options: AnalyzeOptions = {}): Analysis {
  const diagnostics = new Diagnostics();
  try {
    return run(entry, options, diagnostics);
  } catch (error) {
    if (!reportOverflow(error, entry.path, diagnostics)) throw error;
    return { program: undefined, diagnostics, modules: [entry.path] };
  }
}

/**
 * The walks over the tree are recursive: on a small stack the limit comes sooner than the parser's.
 */
export function reportOverflow(error: unknown, path: string, diagnostics: Diagnostics): boolean {
  if (!(error instanceof RangeError) || !/call stack/.test(error.message)) return false;
  const source = { path, text: "", lineStarts: [0] };
  diagnostics.add(source, { start: 0, end: 0 }, "tooDeep", {
    limit: "what the stack of the thread allows",
  });
  return true;
}

function run(entry: Entry, options: AnalyzeOptions, diagnostics: Diagnostics): Analysis {
  const { prelude = false, entry: isEntry = !prelude, read } = options;
  const loading = { entry: isEntry, prelude, ...(read === undefined ? {} : { read }) };
  const { graph, paths } = loadGraph(entry, loading, diagnostics);
  if (graph === undefined) return { program: undefined, diagnostics, modules: paths };
  const linked = link(graph, diagnostics);
  checkCalls(graph, linked, diagnostics);
  const modules = graph.modules.map(fileOfModule);
  return { program: diagnostics.failed ? undefined : linked.program, diagnostics, modules };
}
