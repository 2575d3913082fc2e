/**
 * One function's code while it is being emitted: instructions, labels, constants, inline caches and
 * the tables beside the code. `finish` threads jumps, widens branches that reach too far, and turns
 * everything into final positions.
 *
 * Code after an instruction that never falls through is dropped until a label that something jumps to
 * is placed, so callers need not track reachability: they emit, and what cannot run is not there.
 */
import type { SpanSource } from "./diagnostics.ts";
import { type Node, type Position, positionOf } from "./parse.ts";
import { Op, ops, type OpInfo, type OpName } from "./tables.gen.ts";

/** The name of a private member: one per declaration in a class, whatever its text. */
export interface PrivateName {
  /** "#x", or the class's name for the brand of its private methods and accessors. */
  readonly text: string;
  readonly id: number;
}

export type Constant =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "private"; readonly name: PrivateName }
  | { readonly kind: "special"; readonly value: Special };

/** Numbers of special values, as LOADS and constants write them. */
export const Special = { undefined: 0, null: 1, false: 2, true: 3, uninitialized: 4 } as const;
export type Special = (typeof Special)[keyof typeof Special];

export type CatchKind = "catch" | "finally" | "drop";

/** A place in the code; `at` is -1 until it is placed. */
export interface Label {
  at: number;
  used: boolean;
}

/** Code a handler or drop covers: everything from `start` on except the gaps. */
export interface Range {
  readonly start: number;
  readonly gaps: { start: number; end: number }[];
}

interface Fixup {
  /** Position of the instruction. */
  readonly at: number;
  readonly label: Label;
}
interface CatchEntry {
  start: number;
  end: number;
  readonly handler: Label | undefined;
  readonly kind: CatchKind;
  readonly register: number;
}

export interface CodeLocal {
  readonly name: string;
  readonly register: number;
  start: number;
  end: number;
}

/** The finished code of one function, positions in words. */
export interface Code {
  readonly words: Uint32Array;
  readonly registers: number;
  readonly cacheCount: number;
  readonly constants: readonly Constant[];
  readonly catches: readonly {
    readonly start: number;
    readonly end: number;
    readonly handler: number;
    readonly kind: CatchKind;
    readonly register: number;
  }[];
  readonly lines: readonly ({ readonly pc: number } & Position)[];
  readonly locals: readonly CodeLocal[];
  readonly callNames: readonly { readonly pc: number; readonly text: string }[];
}

/** The function has more of something than an image can say; the caller makes it a diagnostic. */
export class TooLarge extends Error {
  readonly what: string;
  readonly limit: number;
  /** The function it was found in. */
  place: { readonly source: SpanSource; readonly node: Node } | undefined;
  constructor(what: string, limit: number) {
    super(`${what}: the limit is ${limit}`);
    this.what = what;
    this.limit = limit;
  }
}

/** Operands are 8 bits, and the frame needs a few registers of its own (WO_REGISTERS_MAX). */
export const registersMax = 250;
const indexMax = 0xffff;

/** The conditional jumps of each kind that go backward. */
const backward: Partial<Record<OpName, OpName>> = {
  JT: "LOOPT",
  JLT: "LOOPLT",
  JLE: "LOOPLE",
  JGT: "LOOPGT",
  JGE: "LOOPGE",
  JLTK: "LOOPLTK",
  JLEK: "LOOPLEK",
  JGTK: "LOOPGTK",
  JGEK: "LOOPGEK",
  JSNE: "LOOPSNE",
  JSNEK: "LOOPSNEK",
};

/** Jumps that go where the other does not. */
const opposite = new Map<OpName, OpName>();
for (const [yes, no] of [
  ["JT", "JF"],
  ["JNULLISH", "JNNULLISH"],
  ["JUNDEF", "JNUNDEF"],
  ["JLT", "JNLT"],
  ["JLE", "JNLE"],
  ["JGT", "JNGT"],
  ["JGE", "JNGE"],
  ["JEQ", "JNE"],
  ["JSEQ", "JSNE"],
  ["JLTK", "JNLTK"],
  ["JLEK", "JNLEK"],
  ["JGTK", "JNGTK"],
  ["JGEK", "JNGEK"],
  ["JSEQK", "JSNEK"],
  ["JLTI", "JNLTI"],
  ["JLEI", "JNLEI"],
  ["JGTI", "JNGTI"],
  ["JGEI", "JNGEI"],
  ["JSEQI", "JSNEI"],
] as const) {
  opposite.set(yes, no);
  opposite.set(no, yes);
}

function oppositeOf(name: OpName): OpName {
  const found = opposite.get(name);
  if (found === undefined) throw new Error(`no instruction opposite to ${name}`);
  return found;
}

/** Counting loops: the step that does the jump behind it, too. */
const steps = new Map<string, OpName>([
  ["INC LOOPLT", "INCLT"],
  ["INC LOOPLTK", "INCLTK"],
  ["INC LOOPLE", "INCLE"],
  ["INC LOOPLEK", "INCLEK"],
  ["DEC LOOPGT", "DECGT"],
  ["DEC LOOPGTK", "DECGTK"],
  ["DEC LOOPGE", "DECGE"],
  ["DEC LOOPGEK", "DECGEK"],
]);

/** True for a number that an image holds as an integer. */
export function isInt32(value: number): boolean {
  return (value | 0) === value && !Object.is(value, -0);
}

function infoOf(code: number): OpInfo {
  const info = ops[code];
  if (info === undefined) throw new Error(`no instruction ${code}`);
  return info;
}

function word(op: number, a: number, b: number, c: number): number {
  return (op | (a << 8) | (b << 16) | (c << 24)) >>> 0;
}

export class Assembler {
  readonly #words: number[] = [];
  /** Positions at which instructions start, ascending. */
  readonly #starts: number[] = [];
  readonly #fixups: Fixup[] = [];
  readonly #constants: Constant[] = [];
  readonly #constantIndex = new Map<string | number | PrivateName, number>();
  readonly #catches: CatchEntry[] = [];
  readonly #lines: { pc: number; offset: number }[] = [];
  readonly #locals: CodeLocal[] = [];
  readonly #callNames: { pc: number; text: string }[] = [];
  #cacheCount = 0;
  #live = true;
  /** Window size so far; `this` is always there. */
  registers = 1;
  /** Source offset of what is emitted next. */
  offset = 0;

  /** False after an instruction that never falls through: nothing is emitted until a label is placed. */
  get live(): boolean {
    return this.#live;
  }

  get pc(): number {
    return this.#words.length;
  }

  // --- instructions ---

  #put(op: number, first: number): void {
    const info = infoOf(op);
    if (info.throws || info.parks) this.#line();
    this.#starts.push(this.#words.length);
    this.#words.push(first);
    if (info.ends) this.#live = false;
  }

  #line(): void {
    const last = this.#lines[this.#lines.length - 1];
    if (last !== undefined && last.offset === this.offset) return;
    this.#lines.push({ pc: this.#words.length, offset: this.offset });
  }

  /** An instruction with 8-bit operands. */
  op(name: OpName, a = 0, b = 0, c = 0): void {
    if (!this.#live || (name === "MOVE" && a === b)) return;
    this.#put(Op[name], word(Op[name], a, b, c));
  }

  /** An instruction whose second operand has 16 bits (a signed one may be negative). */
  wide(name: OpName, a: number, b: number): void {
    if (!this.#live) return;
    if (b > indexMax)
      throw new TooLarge("too many constants, functions or variables", indexMax + 1);
    this.#put(Op[name], word(Op[name], a, b & 0xff, (b >> 8) & 0xff));
  }

  /** An instruction with a second word of bits. */
  bits(name: OpName, a: number, b: number, c: number, x: number): void {
    if (!this.#live) return;
    this.#put(Op[name], word(Op[name], a, b, c));
    this.#words.push(x >>> 0);
  }

  /** CLASS: a 16-bit function and a word of bits. */
  wideBits(name: OpName, a: number, b: number, x: number): void {
    if (!this.#live) return;
    this.wide(name, a, b);
    this.#words.push(x >>> 0);
  }

  /** An instruction that names a property; each has an inline cache of its own. */
  named(name: OpName, a: number, b: number, key: string | PrivateName, c = 0): void {
    if (!this.#live) return;
    const constant = typeof key === "string" ? this.string(key) : this.private(key);
    const cache = this.#cacheCount++;
    if (cache > indexMax) throw new TooLarge("too many property accesses", indexMax + 1);
    this.bits(name, a, b, c, (constant | (cache << 16)) >>> 0);
  }

  /** How the callee or object of the instruction emitted next reads in the source. */
  callName(text: string): void {
    if (!this.#live) return;
    const last = this.#callNames[this.#callNames.length - 1];
    if (last !== undefined && last.pc === this.pc) this.#callNames.pop();
    this.#callNames.push({ pc: this.pc, text });
  }

  // --- jumps ---

  label(): Label {
    return { at: -1, used: false };
  }

  /** Ends here for all that jumped to `label`. `reached` keeps code alive that a later LOOP enters. */
  place(label: Label, reached = false): void {
    label.at = this.#words.length;
    if (label.used || reached) this.#live = true;
  }

  /** Unconditional: forward by JMP, backward by LOOP. */
  jump(label: Label): void {
    if (!this.#live) return;
    this.#fixup(label);
    const name = label.at < 0 ? "JMP" : "LOOP";
    this.#put(Op[name], word(Op[name], 0, 0, 0));
    this.#words.push(0);
  }

  /** A branch on one register: JT, JF, JNULLISH, ... */
  branch(name: OpName, a: number, label: Label): void {
    if (!this.#live) return;
    if (label.at >= 0) return this.#loop(name, a, 0, label);
    this.#fixup(label);
    this.#put(Op[name], word(Op[name], a, 0, 0));
  }

  /**
   * A compare-and-jump, or NEXT and FORINNEXT: the distance is in the second word. `b` is a register,
   * a constant, or for JLTI and its like a number of 16 bits.
   */
  compare(name: OpName, a: number, b: number, label: Label): void {
    if (!this.#live) return;
    if (label.at >= 0) return this.#loop(name, a, b, label);
    this.#fixup(label);
    this.#put(Op[name], word(Op[name], a, b & 0xff, (b >> 8) & 0xff));
    this.#words.push(0);
  }

  /** True when a compare-and-jump to `label` goes backward. */
  isBackward(label: Label): boolean {
    return label.at >= 0;
  }

  /** A conditional jump backward: one instruction where there is one, else a jump around a LOOP. */
  #loop(name: OpName, a: number, b: number, label: Label): void {
    const loop = backward[name];
    if (loop !== undefined) {
      this.#fuseStep(loop, a, b);
      this.#fixup(label);
      this.#put(Op[loop], word(Op[loop], a, b, 0));
      this.#words.push(0);
      return;
    }
    const around = oppositeOf(name);
    const behind = this.label();
    if (infoOf(Op[around]).x === "jump") this.compare(around, a, b, behind);
    else this.branch(around, a, behind);
    this.jump(label);
    this.place(behind);
  }

  /** Lets the step of the counter `a` in front of `loop` do its work, too; its limit is an integer. */
  #fuseStep(loop: OpName, a: number, limit: number): void {
    const constant = infoOf(Op[loop]).b === "k8" ? this.#constants[limit] : undefined;
    const fits = constant?.kind !== "number" || isInt32(constant.value);
    const at = this.#starts[this.#starts.length - 1];
    const last = at === undefined || at !== this.pc - 1 ? 0 : (this.#words[at] ?? 0);
    const name = steps.get(`${infoOf(last & 0xff).name} ${loop}`);
    if (at === undefined || name === undefined || !fits) return;
    const same = ((last >>> 8) & 0xff) === a && ((last >>> 16) & 0xff) === a;
    if (same) this.#words[at] = word(Op[name], a, 0, 0);
  }

  #fixup(label: Label): void {
    label.used = true;
    this.#fixups.push({ at: this.#words.length, label });
  }

  // --- constants ---

  number(value: number): number {
    return this.#constant(Object.is(value, -0) ? "-0" : value, { kind: "number", value });
  }

  string(value: string): number {
    return this.#constant(`s${value}`, { kind: "string", value });
  }

  private(name: PrivateName): number {
    return this.#constant(name, { kind: "private", name });
  }

  special(value: Special): number {
    return this.#constant(`v${value}`, { kind: "special", value });
  }

  #constant(key: string | number | PrivateName, constant: Constant): number {
    if (!this.#live) return 0;
    let index = this.#constantIndex.get(key);
    if (index === undefined) {
      index = this.#constants.length;
      if (index > indexMax) throw new TooLarge("too many constants", indexMax + 1);
      this.#constants.push(constant);
      this.#constantIndex.set(key, index);
    }
    return index;
  }

  // --- tables ---

  /** Opens a range of code that a handler or drop covers. */
  range(): Range {
    return { start: this.pc, gaps: [] };
  }

  /** Closes `range`; ranges must close innermost first. True when it covers anything. */
  cover(range: Range, kind: CatchKind, handler: Label | undefined, register: number): boolean {
    let start = range.start;
    let covers = false;
    for (const gap of [...range.gaps, { start: this.pc, end: this.pc }]) {
      if (gap.start > start) {
        this.#catches.push({ start, end: gap.start, handler, kind, register });
        covers = true;
      }
      start = gap.end;
    }
    if (covers && handler !== undefined) handler.used = true;
    return covers;
  }

  /** From here on `register` holds the variable `name`. */
  local(name: string, register: number): CodeLocal {
    const local = { name, register, start: this.pc, end: -1 };
    this.#locals.push(local);
    return local;
  }

  endLocal(local: CodeLocal): void {
    local.end = this.pc;
  }

  // --- finishing ---

  finish(lineStarts: readonly number[]): Code {
    this.#thread();
    const { words, moved } = this.#layout();
    const at = (pc: number): number => moved[pc] ?? 0;
    const lines: ({ pc: number } & Position)[] = [];
    for (const { pc, offset } of this.#lines) {
      if (lines[lines.length - 1]?.pc === at(pc)) lines.pop();
      lines.push({ pc: at(pc), ...positionOf(lineStarts, offset) });
    }
    const catches = this.#catches
      .map((entry) => ({
        start: at(entry.start),
        end: at(entry.end),
        handler: entry.handler === undefined ? 0 : at(entry.handler.at),
        kind: entry.kind,
        register: entry.register,
      }))
      .filter((entry) => entry.start < entry.end);
    const locals = this.#locals.map((local) => ({
      ...local,
      start: at(local.start),
      end: local.end < 0 ? words.length : at(local.end),
    }));
    return {
      words,
      registers: this.registers,
      cacheCount: this.#cacheCount,
      constants: this.#constants,
      catches,
      lines,
      locals: locals.sort((a, b) => a.start - b.start),
      callNames: this.#callNames.map(({ pc, text }) => ({ pc: at(pc), text })),
    };
  }

  /** A jump to a JMP goes on to where that one goes; a JMP to a LOOP becomes that LOOP. */
  #thread(): void {
    const byPosition = new Map(this.#fixups.map((fixup) => [fixup.at, fixup]));
    for (const [index, fixup] of this.#fixups.entries()) {
      let label = fixup.label;
      let op = (this.#words[fixup.at] ?? 0) & 0xff;
      if (infoOf(op).loops) continue;
      for (;;) {
        const next = byPosition.get(label.at);
        if (next === undefined || next.at <= fixup.at) break;
        const nextOp = (this.#words[next.at] ?? 0) & 0xff;
        if (nextOp === Op.JMP) label = next.label;
        else if (nextOp === Op.LOOP && op === Op.JMP && next.label.at < fixup.at) {
          label = next.label;
          op = Op.LOOP;
          this.#words[fixup.at] = word(Op.LOOP, 0, 0, 0);
          break;
        } else break;
      }
      if (label !== fixup.label) this.#fixups[index] = { at: fixup.at, label };
    }
  }

  /** Lays instructions out: jumps to the next one vanish, branches too far become two instructions. */
  #layout(): { words: Uint32Array; moved: number[] } {
    const byPosition = new Map(this.#fixups.map((fixup) => [fixup.at, fixup]));
    const sizes = this.#starts.map((start, i) => (this.#starts[i + 1] ?? this.pc) - start);
    const moved: number[] = [];
    for (let changed = true; changed; ) {
      changed = false;
      let to = 0;
      for (const [i, start] of this.#starts.entries()) {
        moved[start] = to;
        to += sizes[i] ?? 0;
      }
      moved[this.pc] = to;
      for (const [i, start] of this.#starts.entries()) {
        const fixup = byPosition.get(start);
        const size = sizes[i] ?? 0;
        if (fixup === undefined || size === 0 || size === 3) continue;
        const op = (this.#words[start] ?? 0) & 0xff;
        const distance = (moved[fixup.label.at] ?? 0) - (moved[start] ?? 0) - size;
        if (op === Op.JMP && distance === 0) sizes[i] = 0;
        else if (size === 1 && distance > 0x7fff) sizes[i] = 3;
        else continue;
        changed = true;
      }
    }
    return { words: this.#write(sizes, moved, byPosition), moved };
  }

  #write(
    sizes: readonly number[],
    moved: readonly number[],
    fixups: ReadonlyMap<number, Fixup>,
  ): Uint32Array {
    const words: number[] = [];
    for (const [i, start] of this.#starts.entries()) {
      const size = sizes[i] ?? 0;
      const first = this.#words[start] ?? 0;
      const fixup = fixups.get(start);
      if (size === 0) continue;
      if (fixup === undefined) {
        words.push(...this.#words.slice(start, start + size));
        continue;
      }
      const distance = (moved[fixup.label.at] ?? 0) - words.length - size;
      if (size === 1) words.push((first | ((distance & 0xffff) << 16)) >>> 0);
      else if (size === 2) words.push(first, distance >>> 0);
      else {
        const around = oppositeOf(infoOf(first & 0xff).name);
        words.push(
          word(Op[around], (first >> 8) & 0xff, 2, 0),
          word(Op.JMP, 0, 0, 0),
          distance >>> 0,
        );
      }
    }
    return Uint32Array.from(words);
  }
}
