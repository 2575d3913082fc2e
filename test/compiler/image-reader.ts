/**
 * Reads an image back, independently of the code that wrote it: checks the rules of
 * docs/internals/image.md over again, and prints functions so that tests can compare them.
 */
import { type OperandKind, type OpInfo, ops, tablesHash } from "../../lib/compiler/tables.gen.ts";

export interface ReadConstant {
  readonly tag: number;
  readonly value: number | string;
  /** Index of a string: what tells private names apart. */
  readonly id?: number;
}
export interface ReadFunction {
  readonly index: number;
  readonly name: string;
  readonly line: number;
  readonly flags: number;
  readonly registers: number;
  readonly params: number;
  readonly length: number;
  readonly inlineHint: number;
  readonly cacheCount: number;
  readonly constants: ReadConstant[];
  readonly captures: { from: number; index: number; boxed: number; name: string }[];
  readonly code: number[];
  readonly catches: {
    start: number;
    end: number;
    handler: number;
    kind: number;
    register: number;
  }[];
  readonly snapshot: number[];
  readonly lines: { pc: number; line: number; column: number }[];
  readonly locals: { start: number; end: number; register: number; name: string }[];
  readonly callNames: { pc: number; text: string }[];
}
export interface ReadImage {
  readonly flags: number;
  readonly strings: string[];
  readonly templates: string[][];
  readonly slots: { name: string; flags: number }[];
  readonly functions: ReadFunction[];
  readonly modules: { path: string; body: number; slotStart: number; slotCount: number }[];
  readonly exports: { name: string; kind: number; index: number }[];
}

const flag = { class: 4, rest: 16, topLevel: 64, module: 128 } as const;

class Reader {
  readonly #view: DataView;
  at = 0;
  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  get end(): boolean {
    return this.at === this.#view.byteLength;
  }
  u8(): number {
    return this.#view.getUint8(this.at++);
  }
  u16(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2, true);
  }
  u32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }
  u64(): bigint {
    this.at += 8;
    return this.#view.getBigUint64(this.at - 8, true);
  }
  f64(): number {
    this.at += 8;
    return this.#view.getFloat64(this.at - 8, true);
  }
  list<T>(item: () => T): T[] {
    return Array.from({ length: this.u32() }, item);
  }
}

function fail(text: string): never {
  throw new Error(text);
}

/** FNV-1a as its definition says, in BigInt. */
function hash(bytes: Uint8Array): bigint {
  let value = 0xcbf29ce484222325n;
  for (const byte of bytes) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return value;
}

function readString(r: Reader): string {
  const head = r.u32();
  const wide = head >= 0x8000_0000;
  const length = head & 0x7fff_ffff;
  let text = "";
  for (let i = 0; i < length; i++) text += String.fromCharCode(wide ? r.u16() : r.u8());
  while (r.at % 4 !== 0) if (r.u8() !== 0) fail("string padding");
  if (wide && !/[^\x00-\xff]/.test(text)) fail("UTF-16 without need");
  return text;
}

export function readImage(bytes: Uint8Array): ReadImage {
  const r = new Reader(bytes);
  if (r.u32() !== 0x4d494f57 || r.u32() !== 1) fail("magic or version");
  if (r.u64() !== tablesHash) fail("tables hash");
  if (r.u64() !== hash(bytes.subarray(32))) fail("checksum");
  if (r.u32() !== bytes.length) fail("length");
  const flags = r.u32();
  const strings = r.list(() => readString(r));
  const str = (): string => strings[r.u32()] ?? fail("string index");
  const templates = r.list(() => r.list(str));
  const slots = r.list(() => ({ name: str(), flags: r.u32() }));
  const functions: ReadFunction[] = [];
  const count = r.u32();
  for (let index = 0; index < count; index++) functions.push(readFunction(r, strings, index));
  const modules = r.list(() => ({
    path: str(),
    body: r.u32(),
    slotStart: r.u32(),
    slotCount: r.u32(),
  }));
  const exports = r.list(() => ({ name: str(), kind: r.u32(), index: r.u32() }));
  if (!r.end) fail("bytes behind the exports");
  return { flags, strings, templates, slots, functions, modules, exports };
}

function readFunction(r: Reader, strings: readonly string[], index: number): ReadFunction {
  const str = (): string => strings[r.u32()] ?? fail("string index");
  const name = str();
  str();
  const line = r.u32();
  r.u32();
  const flags = r.u32();
  const [registers, params, length, inlineHint] = [r.u8(), r.u8(), r.u8(), r.u8()];
  const cacheCount = r.u32();
  const constants = r.list((): ReadConstant => {
    const tag = r.u32();
    switch (tag) {
      case 0:
        return { tag, value: Number(BigInt.asIntN(32, r.u64())) };
      case 1:
        return { tag, value: r.f64() };
      case 2:
      case 3: {
        const id = r.u32();
        if (r.u32() !== 0) fail("high half of a string index");
        return { tag, value: strings[id] ?? fail("string index"), id };
      }
      case 4:
        return { tag, value: Number(r.u64()) };
      default:
        return fail(`constant tag ${tag}`);
    }
  });
  return {
    index,
    name,
    line,
    flags,
    registers: registers ?? 0,
    params: params ?? 0,
    length: length ?? 0,
    inlineHint: inlineHint ?? 0,
    cacheCount,
    constants,
    captures: r.list(() => ({ from: r.u32(), index: r.u32(), boxed: r.u32(), name: str() })),
    code: r.list(() => r.u32()),
    catches: r.list(() => ({
      start: r.u32(),
      end: r.u32(),
      handler: r.u32(),
      kind: r.u32(),
      register: r.u32(),
    })),
    snapshot: r.list(() => r.u32()),
    lines: r.list(() => ({ pc: r.u32(), line: r.u32(), column: r.u32() })),
    locals: r.list(() => ({ start: r.u32(), end: r.u32(), register: r.u32(), name: str() })),
    callNames: r.list(() => ({ pc: r.u32(), text: str() })),
  };
}

// --- instructions ---

const wideKinds = new Set<OperandKind>(["k16", "s16", "u16", "f16", "m16", "g16", "j16", "t16"]);

export interface Instruction {
  readonly pc: number;
  readonly info: OpInfo;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly x: number;
  /** Where it jumps to, or -1. */
  readonly target: number;
  readonly next: number;
}

export function decode(fn: ReadFunction): Instruction[] {
  const list: Instruction[] = [];
  for (let pc = 0; pc < fn.code.length; ) {
    const word = fn.code[pc] ?? 0;
    const info = ops[word & 0xff] ?? fail(`opcode ${word & 0xff} at ${pc}`);
    const a = (word >>> 8) & 0xff;
    const half = word >>> 16;
    const wide = wideKinds.has(info.b);
    const signed = half >= 0x8000 ? half - 0x10000 : half;
    const b = !wide ? half & 0xff : info.b === "s16" || info.b === "j16" ? signed : half;
    const size = info.x === "none" ? 1 : 2;
    if (size === 2 && pc + 1 >= fn.code.length) fail("a second word is missing");
    const x = size === 2 ? (fn.code[pc + 1] ?? 0) : 0;
    const next = pc + size;
    const target = info.b === "j16" ? next + b : info.x === "jump" ? next + (x | 0) : -1;
    list.push({ pc, info, a, b, c: wide ? 0 : word >>> 24, x, target, next });
    pc = next;
  }
  return list;
}

// --- checking ---

/** Throws, naming the rule, unless the image is one the core accepts. */
export function checkImage(image: ReadImage): void {
  for (const fn of image.functions) {
    try {
      checkFunction(image, fn);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      throw new Error(`function ${fn.index} (${fn.name}): ${text}\n${disassemble(image, fn)}`);
    }
  }
  for (const keys of image.templates) {
    if (new Set(keys).size !== keys.length || keys.length > 128) fail("template keys");
    if (keys.some(isIndex)) fail("a template key is an index");
  }
  for (const module of image.modules) {
    const body = image.functions[module.body] ?? fail("module body");
    if ((body.flags & flag.module) === 0) fail("a module body that is none");
    if (module.slotStart + module.slotCount > image.slots.length) fail("module slots");
  }
  for (const one of image.exports) {
    if (one.kind === 0 && one.index >= image.slots.length) fail("export slot");
    if (one.kind === 1) {
      const fn = image.functions[one.index] ?? fail("export function");
      if ((fn.flags & flag.topLevel) === 0) fail("an exported function is not at module level");
    }
  }
}

function isIndex(text: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) <= 4294967294;
}

function checkFunction(image: ReadImage, fn: ReadFunction): void {
  const list = decode(fn);
  const starts = new Set(list.map((one) => one.pc));
  const last = list.at(-1);
  if (last === undefined || !last.info.ends) fail("falls off its end");
  if (fn.registers > 250 || fn.registers < 1 + fn.params + (fn.flags & flag.rest ? 1 : 0))
    fail("window");
  if (fn.flags & (flag.topLevel | flag.module) && fn.captures.length > 0)
    fail("captures at module level");
  const caches = new Set<number>();
  let lastClass = -1;
  for (const one of list) {
    const where = `${one.pc} ${one.info.name}`;
    checkOperands(image, fn, one, where);
    if (one.target >= 0) {
      if (!starts.has(one.target)) fail(`${where}: jumps inside an instruction or outside`);
      if (one.info.loops ? one.target >= one.next : one.target < one.next)
        fail(`${where}: direction`);
    }
    if (one.info.name === "CLASS" && one.x === 1) lastClass = one.pc;
    if (one.info.loops && one.target <= lastClass) fail(`${where}: around a top-level class`);
    if (one.info.x === "name") {
      const cache = one.x >>> 16;
      if (cache >= fn.cacheCount || caches.has(cache)) fail(`${where}: inline cache`);
      caches.add(cache);
      checkName(fn, one, where);
    }
  }
  if (fn.cacheCount !== caches.size) fail("inline caches nobody uses");
  checkCatches(fn, starts);
  checkTables(fn, starts);
}

function checkName(fn: ReadFunction, one: Instruction, where: string): void {
  const key = fn.constants[one.x & 0xffff] ?? fail(`${where}: key`);
  const isPrivate = /PRIV$/.test(one.info.name);
  if (key.tag !== (isPrivate ? 3 : 2)) fail(`${where}: kind of key`);
  if (!isPrivate && isIndex(String(key.value))) fail(`${where}: the key is an index`);
}

const windows: Readonly<Record<string, number>> = {
  GETMETHOD: 2,
  GETMETHODE: 2,
  CALLV: 3,
  NEWV: 3,
  SUPERV: 3,
  CLASS: 2,
  ITER: 4,
  NEXT: 4,
  ITERCLOSE: 4,
  FORIN: 4,
  FORINNEXT: 4,
  ENDFINALLY: 2,
};

function checkOperands(image: ReadImage, fn: ReadFunction, one: Instruction, where: string): void {
  const { info, a, b, c } = one;
  const register = (first: number, count = 1): void => {
    if (first + count > fn.registers)
      fail(`${where}: register ${first + count - 1} of ${fn.registers}`);
  };
  const constant = (index: number, k8: boolean): void => {
    const found = fn.constants[index] ?? fail(`${where}: constant`);
    if (found.tag === 3) fail(`${where}: a private name as a value`);
    const any = !k8 || /SN?EQ?K$/.test(info.name);
    if (!any && found.tag > 1) fail(`${where}: not a number`);
  };
  const operand = (kind: OperandKind, value: number): void => {
    switch (kind) {
      case "none":
        return value === 0 ? undefined : fail(`${where}: unused operand`);
      case "dst":
      case "src":
      case "use":
        return register(value);
      case "k8":
        return constant(value, true);
      case "k16":
        return constant(value, false);
      case "cap":
        if (info.name !== "SELFCAP" && value >= fn.captures.length) fail(`${where}: capture`);
        return;
      case "f16":
        if (value >= image.functions.length) fail(`${where}: function`);
        return;
      case "m16":
        if (value >= image.slots.length) fail(`${where}: slot`);
        return;
      case "base":
        return register(value, windows[info.name] ?? 2);
    }
  };
  operand(info.a, a);
  operand(info.b, b);
  operand(info.c, c);
  if (/^(?:CALL|CALLM|CALLCAP|CALLFN|NEW|SUPER)$/.test(info.name)) register(a, 2 + b);
  if (/^(?:ARRAY|APPEND|CONCAT)$/.test(info.name)) register(b, c);
  if (info.name === "OBJECT")
    register(b, (image.templates[one.x] ?? fail(`${where}: template`)).length);
  if (info.name === "GETSUPER" || info.name === "SETSUPER") register(one.x);
  if (info.name === "DEFSTATIC" && ((image.slots[one.x]?.flags ?? 0) & 4) === 0)
    fail(`${where}: slot`);
  if (info.name === "CLOSURE" || info.name === "CLASS") checkMaker(image, fn, one, where);
  if (info.name === "CALLFN" && ((image.functions[one.x]?.flags ?? 0) & flag.topLevel) === 0)
    fail(`${where}: captures`);
  if (info.name === "LOADFN" && ((image.functions[b]?.flags ?? 0) & flag.topLevel) === 0)
    fail(`${where}: captures`);
}

function checkMaker(image: ReadImage, fn: ReadFunction, one: Instruction, where: string): void {
  const made = image.functions[one.b] ?? fail(`${where}: function`);
  const isClass = (made.flags & flag.class) !== 0;
  if (isClass !== (one.info.name === "CLASS")) fail(`${where}: kind of function`);
  if (one.info.name === "CLASS" && one.x === 1 && (fn.flags & flag.module) === 0)
    fail(`${where}: not in a module`);
  for (const capture of made.captures) {
    const limit = capture.from === 0 ? fn.registers : fn.captures.length;
    if (capture.index >= limit) fail(`${where}: capture ${capture.name}`);
    const source = capture.from === 1 ? fn.captures[capture.index] : undefined;
    if (source !== undefined && (source.name !== capture.name || source.boxed !== capture.boxed)) {
      fail(`${where}: capture ${capture.name} of another variable`);
    }
  }
}

function checkCatches(fn: ReadFunction, starts: ReadonlySet<number>): void {
  const isPlace = (pc: number): boolean => starts.has(pc) || pc === fn.code.length;
  for (const [i, one] of fn.catches.entries()) {
    if (one.start >= one.end || !isPlace(one.start) || !isPlace(one.end)) fail(`catch ${i}: range`);
    if (one.register + (one.kind === 1 ? 2 : 1) > fn.registers) fail(`catch ${i}: register`);
    if (one.kind === 2 ? one.handler !== 0 : !starts.has(one.handler) || one.handler < one.end) {
      fail(`catch ${i}: handler`);
    }
    for (const outer of fn.catches.slice(0, i)) {
      const apart = outer.end <= one.start || one.end <= outer.start;
      const inside = one.start <= outer.start && outer.end <= one.end;
      if (!apart && !inside) fail(`catch ${i}: does not nest, innermost first`);
    }
  }
}

function checkTables(fn: ReadFunction, starts: ReadonlySet<number>): void {
  for (const [i, one] of fn.lines.entries()) {
    if (!starts.has(one.pc) || one.pc <= (fn.lines[i - 1]?.pc ?? -1)) fail(`line ${i}`);
  }
  for (const [i, one] of fn.callNames.entries()) {
    if (!starts.has(one.pc) || one.pc <= (fn.callNames[i - 1]?.pc ?? -1)) fail(`call name ${i}`);
  }
  for (const [i, one] of fn.locals.entries()) {
    if (
      one.start > one.end ||
      one.end > fn.code.length ||
      one.register >= fn.registers ||
      one.start < (fn.locals[i - 1]?.start ?? 0)
    )
      fail(`local ${one.name}`);
  }
}

// --- printing ---

const specials = ["undefined", "null", "false", "true", "<uninitialized>"];

function constantText(fn: ReadFunction, index: number): string {
  const one = fn.constants[index];
  if (one === undefined) return `k${index}`;
  if (one.tag === 4) return specials[Number(one.value)] ?? "?";
  if (one.tag === 3) return `${one.value}`;
  return typeof one.value === "string"
    ? JSON.stringify(one.value)
    : Object.is(one.value, -0)
      ? "-0"
      : String(one.value);
}

function operandText(
  image: ReadImage,
  fn: ReadFunction,
  one: Instruction,
  kind: OperandKind,
  value: number,
): string {
  switch (kind) {
    case "none":
      return "";
    case "dst":
    case "src":
    case "use":
    case "run":
    case "base":
      return `r${value}`;
    case "k8":
    case "k16":
      return constantText(fn, value);
    case "f16":
      return `<${image.functions[value]?.name}>`;
    case "m16":
      return `@${image.slots[value]?.name}`;
    case "cap":
      return one.info.name === "SELFCAP" ? `^${value}` : `^${fn.captures[value]?.name}`;
    case "u16":
      return one.info.name === "LOADS" ? (specials[value] ?? "?") : String(value);
    case "g16":
      return `#${value}`;
    case "j16":
      return `->${one.target}`;
    default:
      return String(value);
  }
}

/** One line an instruction; targets, names and constants written out. */
export function disassemble(image: ReadImage, fn: ReadFunction): string {
  const lines = decode(fn).map((one) => {
    const operands = [
      operandText(image, fn, one, one.info.a, one.a),
      operandText(image, fn, one, one.info.b, one.b),
      operandText(image, fn, one, one.info.c, one.c),
    ];
    if (one.info.x === "jump") operands.push(`->${one.target}`);
    else if (one.info.x === "name") operands.push(constantText(fn, one.x & 0xffff));
    else if (one.info.name === "CALLFN") operands.push(`<${image.functions[one.x]?.name}>`);
    else if (one.info.name === "OBJECT") operands.push(`{${image.templates[one.x]?.join(", ")}}`);
    else if (one.info.x === "bits") operands.push(String(one.x));
    return `${one.pc} ${one.info.name} ${operands.filter((text) => text !== "").join(" ")}`.trimEnd();
  });
  const kinds = ["catch", "finally", "drop"];
  for (const one of fn.catches) {
    lines.push(
      `${kinds[one.kind]} ${one.start}..${one.end} r${one.register}${one.kind === 2 ? "" : ` ->${one.handler}`}`,
    );
  }
  return lines.join("\n");
}
