/** Writes images: the byte format of docs/internals/image.md. */
import {
  isInt32,
  type CatchKind,
  type Code,
  type Constant,
  type PrivateName,
  TooLarge,
} from "./assemble.ts";
import { tablesHash } from "./tables.gen.ts";

/** Flags of a function, as wo_proto_flag of native/src/image.h. */
export const FunctionFlag = {
  arrow: 1,
  method: 2,
  class: 4,
  derived: 8,
  rest: 16,
  constructor: 32,
  topLevel: 64,
  module: 128,
} as const;

export interface ImageCapture {
  readonly from: "register" | "capture";
  readonly index: number;
  readonly boxed: boolean;
  readonly name: string;
}

export interface ImageFunction {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly flags: number;
  readonly params: number;
  readonly length: number;
  readonly inlineHint: number;
  readonly code: Code;
  readonly captures: readonly ImageCapture[];
  readonly snapshot: readonly number[];
}

export interface ImageSlot {
  readonly name: string;
  readonly reassigned: boolean;
  readonly entry: boolean;
  readonly isStatic: boolean;
}

export interface ImageModule {
  readonly path: string;
  readonly body: number;
  readonly slotStart: number;
  readonly slotCount: number;
}

export interface ImageExport {
  readonly name: string;
  readonly kind: "slot" | "function";
  readonly index: number;
}

export interface Image {
  readonly entry: boolean;
  /** Frames of a library image are left out of stacks. */
  readonly library: boolean;
  readonly templates: readonly (readonly string[])[];
  readonly slots: readonly ImageSlot[];
  readonly functions: readonly ImageFunction[];
  readonly modules: readonly ImageModule[];
  readonly exports: readonly ImageExport[];
}

const magic = 0x4d494f57;
const version = 1;
const headerBytes = 32;
/** WO_IMAGE_BYTES_MAX. */
const bytesMax = 256 * 1024 * 1024;
const catchKinds: Record<CatchKind, number> = { catch: 0, finally: 1, drop: 2 };

/** FNV-1a, 64 bits, in two halves: BigInt arithmetic on every byte would dominate compiling. */
export function hashBytes(bytes: Uint8Array, from: number): bigint {
  let low = 0x84222325;
  let high = 0xcbf29ce4;
  for (let i = from; i < bytes.length; i++) {
    low = (low ^ (bytes[i] ?? 0)) >>> 0;
    // The prime is 2^40 + 0x1b3.
    const product = low * 0x1b3;
    const carry = Math.floor(product / 0x1_0000_0000);
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}

/** A growing buffer of little-endian words. */
class Writer {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  length = 0;

  /** Where `count` bytes go. The view may be another one afterwards. */
  #room(count: number): number {
    const at = this.length;
    if (at + count > this.#bytes.length) {
      if (at + count > bytesMax) throw new TooLarge("the program is too large", bytesMax);
      const grown = new Uint8Array(Math.max(at + count, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    this.length = at + count;
    return at;
  }

  u8(value: number): void {
    const at = this.#room(1);
    this.#view.setUint8(at, value);
  }
  u16(value: number): void {
    const at = this.#room(2);
    this.#view.setUint16(at, value, true);
  }
  u32(value: number): void {
    const at = this.#room(4);
    this.#view.setUint32(at, value, true);
  }
  u64(value: bigint): void {
    const at = this.#room(8);
    this.#view.setBigUint64(at, value, true);
  }
  f64(value: number): void {
    const at = this.#room(8);
    this.#view.setFloat64(at, value, true);
  }
  align(): void {
    while (this.length % 4 !== 0) this.u8(0);
  }
  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}

/**
 * The string table. A private name has an entry of its own even where the text is there already:
 * the index is what tells the names of two classes apart.
 */
class Strings {
  readonly #index = new Map<string | PrivateName, number>();
  readonly #list: string[] = [];

  of(text: string): number {
    return this.#entry(text, text);
  }
  ofPrivate(name: PrivateName): number {
    return this.#entry(name, name.text);
  }
  #entry(key: string | PrivateName, text: string): number {
    let index = this.#index.get(key);
    if (index === undefined) {
      index = this.#list.length;
      this.#list.push(text);
      this.#index.set(key, index);
    }
    return index;
  }

  write(w: Writer): void {
    w.u32(this.#list.length);
    for (const text of this.#list) {
      let wide = false;
      for (let i = 0; !wide && i < text.length; i++) wide = text.charCodeAt(i) > 0xff;
      w.u32(wide ? (text.length | 0x8000_0000) >>> 0 : text.length);
      for (let i = 0; i < text.length; i++) {
        if (wide) w.u16(text.charCodeAt(i));
        else w.u8(text.charCodeAt(i));
      }
      w.align();
    }
  }
}

function writeConstant(w: Writer, strings: Strings, constant: Constant): void {
  switch (constant.kind) {
    case "number":
      if (isInt32(constant.value)) {
        w.u32(0);
        w.u64(BigInt.asUintN(32, BigInt(constant.value)));
      } else {
        w.u32(1);
        w.f64(constant.value);
      }
      return;
    case "string":
      w.u32(2);
      w.u64(BigInt(strings.of(constant.value)));
      return;
    case "private":
      w.u32(3);
      w.u64(BigInt(strings.ofPrivate(constant.name)));
      return;
    case "special":
      w.u32(4);
      w.u64(BigInt(constant.value));
  }
}

function writeFunction(w: Writer, strings: Strings, fn: ImageFunction): void {
  const { code } = fn;
  for (const value of [strings.of(fn.name), strings.of(fn.file), fn.line, fn.column, fn.flags]) {
    w.u32(value);
  }
  for (const value of [code.registers, fn.params, fn.length, fn.inlineHint]) w.u8(value);
  w.u32(code.cacheCount);
  w.u32(code.constants.length);
  for (const constant of code.constants) writeConstant(w, strings, constant);
  w.u32(fn.captures.length);
  for (const capture of fn.captures) {
    w.u32(capture.from === "register" ? 0 : 1);
    w.u32(capture.index);
    w.u32(capture.boxed ? 1 : 0);
    w.u32(strings.of(capture.name));
  }
  w.u32(code.words.length);
  for (const one of code.words) w.u32(one);
  w.u32(code.catches.length);
  for (const entry of code.catches) {
    for (const value of [entry.start, entry.end, entry.handler]) w.u32(value);
    w.u32(catchKinds[entry.kind]);
    w.u32(entry.register);
  }
  w.u32(fn.snapshot.length);
  for (const slot of fn.snapshot) w.u32(slot);
  w.u32(code.lines.length);
  for (const { pc, line, column } of code.lines) {
    for (const value of [pc, line, column]) w.u32(value);
  }
  w.u32(code.locals.length);
  for (const local of code.locals) {
    for (const value of [local.start, local.end, local.register]) w.u32(value);
    w.u32(strings.of(local.name));
  }
  w.u32(code.callNames.length);
  for (const { pc, text } of code.callNames) {
    w.u32(pc);
    w.u32(strings.of(text));
  }
}

function writeBody(w: Writer, strings: Strings, image: Image): void {
  w.u32(image.templates.length);
  for (const keys of image.templates) {
    w.u32(keys.length);
    for (const key of keys) w.u32(strings.of(key));
  }
  w.u32(image.slots.length);
  for (const slot of image.slots) {
    w.u32(strings.of(slot.name));
    w.u32((slot.reassigned ? 1 : 0) | (slot.entry ? 2 : 0) | (slot.isStatic ? 4 : 0));
  }
  w.u32(image.functions.length);
  for (const fn of image.functions) writeFunction(w, strings, fn);
  w.u32(image.modules.length);
  for (const module of image.modules) {
    w.u32(strings.of(module.path));
    for (const value of [module.body, module.slotStart, module.slotCount]) w.u32(value);
  }
  w.u32(image.exports.length);
  for (const one of image.exports) {
    w.u32(strings.of(one.name));
    w.u32(one.kind === "slot" ? 0 : 1);
    w.u32(one.index);
  }
}

/** The bytes of an image. @throws TooLarge when it is above what the core loads. */
export function writeImage(image: Image): Uint8Array {
  const strings = new Strings();
  const body = new Writer();
  writeBody(body, strings, image);
  const w = new Writer();
  for (const value of [magic, version]) w.u32(value);
  w.u64(tablesHash);
  w.u64(0n);
  w.u32(0);
  w.u32((image.entry ? 1 : 0) | (image.library ? 2 : 0));
  strings.write(w);
  const head = w.bytes();
  const bytes = new Uint8Array(head.length + body.length);
  if (bytes.length > bytesMax) throw new TooLarge("the program is too large", bytesMax);
  bytes.set(head);
  bytes.set(body.bytes(), head.length);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(16, hashBytes(bytes, headerBytes), true);
  view.setUint32(24, bytes.length, true);
  return bytes;
}
