/**
 * The back end: an analysed program to an image. Every function is emitted by itself, in the order of
 * their indices, so that a function's maker, which knows where its captures are, comes before it.
 */
import { type PrivateName, TooLarge } from "./assemble.ts";
import { DropAnalysis } from "./drops.ts";
import { emitFunction } from "./emit-functions.ts";
import type { Known, ProgramContext } from "./emit-state.ts";
import {
  type ImageCapture,
  type ImageExport,
  type ImageFunction,
  type ImageModule,
  type ImageSlot,
  writeImage,
} from "./image.ts";
import type { Node } from "./parse.ts";
import type { Binding, FunctionInfo, ProgramInfo } from "./scope.ts";

export interface EmitOptions {
  /** Frames are left out of stacks. */
  readonly library?: boolean;
}

const templatesMax = 65535;

class Emitter implements ProgramContext {
  readonly drops: DropAnalysis;
  readonly known = new Map<Binding, Known>();
  readonly folded = new Map<Node, Known | undefined>();
  readonly captures = new Map<FunctionInfo, readonly ImageCapture[]>();
  readonly templates: (readonly string[])[] = [];
  readonly #templateIndex = new Map<string, number>();
  readonly #privates = new Map<Node, Map<string, PrivateName>>();
  #privateCount = 0;

  constructor(program: ProgramInfo) {
    this.drops = new DropAnalysis(program);
  }

  template(keys: readonly string[]): number {
    const text = JSON.stringify(keys);
    let index = this.#templateIndex.get(text);
    if (index === undefined) {
      index = this.templates.length;
      if (index > templatesMax) throw new TooLarge("too many object literals", templatesMax + 1);
      this.templates.push(keys);
      this.#templateIndex.set(text, index);
    }
    return index;
  }

  privateName(classNode: Node, text: string): PrivateName {
    const names = this.#privates.get(classNode) ?? new Map<string, PrivateName>();
    this.#privates.set(classNode, names);
    const name = names.get(text) ?? { text, id: this.#privateCount++ };
    names.set(text, name);
    return name;
  }
}

/**
 * The image of a program that analysis found no error in.
 * @throws TooLarge when something does not fit an image; the place is in the error.
 */
export function emitProgram(program: ProgramInfo, options: EmitOptions = {}): Uint8Array {
  const emitter = new Emitter(program);
  const functions = program.functions.map((fn) => emitOne(emitter, fn));
  const entry = program.modules.at(-1);
  if (entry === undefined) throw new Error("a program without modules");
  return writeImage({
    entry: entry.entry,
    library: options.library ?? false,
    templates: emitter.templates,
    slots: program.slots.map((slot): ImageSlot => slot),
    functions,
    modules: program.modules.map(
      (module): ImageModule => ({
        path: module.path,
        body: module.body.index,
        slotStart: module.slotStart,
        slotCount: module.slotCount,
      }),
    ),
    exports: exportsOf(entry.exports),
  });
}

function emitOne(emitter: Emitter, fn: FunctionInfo): ImageFunction {
  try {
    return emitFunction(emitter, fn);
  } catch (error) {
    if (error instanceof TooLarge && error.place === undefined) {
      error.place = { source: fn.module, node: fn.node };
    }
    throw error;
  }
}

/** What the entry exports: its variables and functions. Library values re-exported have no slot. */
function exportsOf(bindings: ReadonlyMap<string, Binding>): ImageExport[] {
  const exports: ImageExport[] = [];
  for (const [name, { storage }] of bindings) {
    if (storage.kind === "module") exports.push({ name, kind: "slot", index: storage.slot });
    else if (storage.kind === "function")
      exports.push({ name, kind: "function", index: storage.fn.index });
  }
  return exports;
}
