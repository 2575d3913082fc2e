/**
 * The wire form of values between JavaScript and the addon: one byte of tag, then the payload,
 * little-endian, in pre-order. Containers carry their count; a container met before is a back
 * reference to its number in order of first appearance, so sharing and cycles survive. Both
 * directions use an explicit stack: depth is bounded by memory, never by the native stack.
 * native/addon/convert.cc is the other half.
 */
import { ConvertError, rebuildError, WoError } from "../errors.ts";

const enumerable = Object.prototype.propertyIsEnumerable;

export const Tag = {
  undefined: 0,
  null: 1,
  false: 2,
  true: 3,
  int: 4,
  double: 5,
  latin1: 6,
  utf16: 7,
  array: 8,
  object: 9,
  map: 10,
  set: 11,
  bytes: 12,
  error: 13,
  reference: 14,
  function: 15,
  other: 16,
  hole: 17,
} as const;

class Writer {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  #room(count: number): number {
    const at = this.#length;
    if (at + count > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.#bytes.length, at + count));
      grown.set(this.#bytes.subarray(0, at));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    this.#length = at + count;
    return at;
  }

  tag(tag: number): void {
    const at = this.#room(1);
    this.#bytes[at] = tag;
  }

  count(n: number): void {
    const at = this.#room(4);
    this.#view.setUint32(at, n, true);
  }

  number(n: number): void {
    if ((n | 0) === n && !Object.is(n, -0)) {
      this.tag(Tag.int);
      const at = this.#room(4);
      this.#view.setInt32(at, n, true);
    } else {
      this.tag(Tag.double);
      const at = this.#room(8);
      this.#view.setFloat64(at, n, true);
    }
  }

  string(text: string): void {
    let wide = false;
    for (let i = 0; i < text.length && !wide; i++) wide = text.charCodeAt(i) > 0xff;
    this.tag(wide ? Tag.utf16 : Tag.latin1);
    this.count(text.length);
    let at = this.#room(wide ? 2 * text.length : text.length);
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      this.#bytes[at++] = unit;
      if (wide) this.#bytes[at++] = unit >> 8;
    }
  }

  bytes(data: Uint8Array): void {
    this.tag(Tag.bytes);
    this.count(data.length);
    const at = this.#room(data.length);
    this.#bytes.set(data, at);
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** What is still to be written: values with the path that leads to them, last first. */
interface Pending {
  readonly value: unknown;
  readonly path: string;
  /** A property name to write before the value. */
  readonly key?: string;
  readonly hole?: true;
}

function cannot(what: string, path: string): ConvertError {
  return new ConvertError(
    `${path}: ${what} cannot cross to fiber code; pass primitives, strings, arrays, plain objects, ` +
      "Map, Set, Error or Uint8Array",
  );
}

// Holes are written one by one, as elements are: a longer array would be mostly holes, or larger
// than a message may be.
const lengthMax = 2 ** 26;

// A Map's key as a path shows it; an object is not asked for its text.
function nameOf(key: unknown): string {
  if (typeof key === "string") return JSON.stringify(key);
  return typeof key === "object" || typeof key === "function" ? "..." : String(key);
}

function entriesOf(object: object, path: string): Pending[] {
  const out: Pending[] = [];
  for (const key of Object.keys(object)) {
    const descriptor = Object.getOwnPropertyDescriptor(object, key);
    const at = /^[A-Za-z_$][\w$]*$/.test(key)
      ? `${path}.${key}`
      : `${path}[${JSON.stringify(key)}]`;
    if (descriptor !== undefined && !("value" in descriptor)) throw cannot("an accessor", at);
    out.push({ value: descriptor?.value, path: at, key });
  }
  return out;
}

function writeContainer(out: Writer, value: object, path: string): Pending[] {
  if (Array.isArray(value)) {
    if (value.length > lengthMax) throw cannot(`an array of length ${value.length}`, path);
    out.tag(Tag.array);
    out.count(value.length);
    const items: Pending[] = [];
    for (let i = 0; i < value.length; i++) {
      const at = `${path}[${i}]`;
      items.push(
        i in value ? { value: value[i], path: at } : { value: undefined, path: at, hole: true },
      );
    }
    return items;
  }
  if (value instanceof Map) {
    out.tag(Tag.map);
    out.count(value.size);
    const items: Pending[] = [];
    for (const [key, item] of value) {
      items.push({ value: key, path: `${path}.keys()` });
      items.push({
        value: item,
        path: `${path}.get(${nameOf(key)})`,
      });
    }
    return items;
  }
  if (value instanceof Set) {
    out.tag(Tag.set);
    out.count(value.size);
    return Array.from(value, (item) => ({ value: item, path: `${path}.values()` }));
  }
  if (value instanceof Error) {
    out.tag(Tag.error);
    out.string(value.name);
    out.string(value.message);
    out.string(typeof value.stack === "string" ? value.stack : "");
    const own = entriesOf(value, path).filter(
      (entry) => entry.key !== "stack" && entry.key !== "name",
    );
    if ("cause" in value && !enumerable.call(value, "cause"))
      own.push({ value: value.cause, path: `${path}.cause`, key: "cause" });
    out.count(own.length);
    return own;
  }
  const proto: unknown = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) {
    const name = value.constructor?.name ?? "an object of a class";
    throw cannot(`an instance of ${name}`, path);
  }
  const own = entriesOf(value, path);
  out.tag(Tag.object);
  out.count(own.length);
  return own;
}

/**
 * Writes `value`; `path` names it in errors ("arguments[0]").
 * @throws ConvertError naming the path of what cannot cross
 */
export function encode(value: unknown, path: string): Uint8Array {
  const out = new Writer();
  const seen = new Map<object, number>();
  const pending: Pending[] = [{ value, path }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.key !== undefined) out.string(next.key);
    const item = next.value;
    if (next.hole) out.tag(Tag.hole);
    else if (item === undefined) out.tag(Tag.undefined);
    else if (item === null) out.tag(Tag.null);
    else if (typeof item === "boolean") out.tag(item ? Tag.true : Tag.false);
    else if (typeof item === "number") out.number(item);
    else if (typeof item === "string") out.string(item);
    else if (typeof item !== "object") throw cannot(`a ${typeof item}`, next.path);
    else {
      const known = seen.get(item);
      if (known !== undefined) {
        out.tag(Tag.reference);
        out.count(known);
        continue;
      }
      seen.set(item, seen.size);
      if (item instanceof Uint8Array) out.bytes(item);
      else {
        const inside = writeContainer(out, item, next.path);
        for (let i = inside.length - 1; i >= 0; i--) {
          const entry = inside[i];
          if (entry !== undefined) pending.push(entry);
        }
      }
    }
  }
  return out.finish();
}

/** A container being filled while its items are read. */
interface Frame {
  left: number;
  /** Takes the next item; `take` of a keyed container is called once a key-value pair. */
  readonly take: (value: unknown, key: unknown) => void;
  readonly keyed: boolean;
  key: unknown;
  hasKey: boolean;
  readonly skip?: () => void;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  tag(): number {
    return this.#view.getUint8(this.#at++);
  }

  count(): number {
    const n = this.#view.getUint32(this.#at, true);
    this.#at += 4;
    return n;
  }

  int(): number {
    const n = this.#view.getInt32(this.#at, true);
    this.#at += 4;
    return n;
  }

  double(): number {
    const n = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return n;
  }

  text(wide: boolean): string {
    const length = this.count();
    const size = wide ? 2 * length : length;
    const part = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, size);
    this.#at += size;
    return part.toString(wide ? "utf16le" : "latin1");
  }

  /** A string with its tag. */
  string(): string {
    return this.text(this.tag() === Tag.utf16);
  }

  bytes(): Uint8Array {
    const length = this.count();
    const data = new Uint8Array(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return data;
  }
}

function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** Reads what the addon wrote. Errors are rebuilt as instances of the host's classes. */
export function decode(bytes: Uint8Array): unknown {
  const input = new Reader(bytes);
  const seen: unknown[] = [];
  const frames: Frame[] = [];
  let root: unknown;

  const open = (
    container: object,
    left: number,
    keyed: boolean,
    take: Frame["take"],
    skip?: () => void,
  ) => {
    seen.push(container);
    frames.push({ left, take, keyed, key: undefined, hasKey: false, ...(skip ? { skip } : {}) });
    return container;
  };

  const one = (tag: number): unknown => {
    switch (tag) {
      case Tag.undefined:
        return undefined;
      case Tag.null:
        return null;
      case Tag.false:
        return false;
      case Tag.true:
        return true;
      case Tag.int:
        return input.int();
      case Tag.double:
        return input.double();
      case Tag.latin1:
        return input.text(false);
      case Tag.utf16:
        return input.text(true);
      case Tag.reference:
        return seen[input.count()];
      case Tag.bytes: {
        const data = input.bytes();
        seen.push(data);
        return data;
      }
      case Tag.array: {
        const array: unknown[] = [];
        return open(
          array,
          input.count(),
          false,
          (value) => void array.push(value),
          () => void array.length++,
        );
      }
      case Tag.object: {
        const object = {};
        return open(object, input.count(), true, (value, key) =>
          define(object, String(key), value),
        );
      }
      case Tag.map: {
        const map = new Map<unknown, unknown>();
        return open(map, input.count(), true, (value, key) => void map.set(key, value));
      }
      case Tag.set: {
        const set = new Set<unknown>();
        return open(set, input.count(), false, (value) => void set.add(value));
      }
      case Tag.error: {
        const error = rebuildError(input.string(), input.string(), input.string());
        return open(error, input.count(), true, (value, key) => {
          if (key === "code" && error instanceof WoError) return;
          const hidden = key === "cause" || key === "message";
          Object.defineProperty(error, String(key), {
            value,
            writable: true,
            enumerable: !hidden,
            configurable: true,
          });
        });
      }
      default:
        throw new ConvertError(
          `a ${input.string()} cannot cross from fiber code to Node; send plain data`,
        );
    }
  };

  for (;;) {
    const tag = input.tag();
    const depth = frames.length;
    const value = tag === Tag.hole ? undefined : one(tag);
    const parent = frames[depth - 1];
    if (parent === undefined) root = value;
    else if (tag === Tag.hole) {
      parent.skip?.();
      parent.left--;
    } else if (parent.keyed && !parent.hasKey) {
      parent.key = value;
      parent.hasKey = true;
    } else {
      parent.take(value, parent.key);
      parent.hasKey = false;
      parent.left--;
    }
    for (let top = frames.at(-1); top !== undefined && top.left === 0; top = frames.at(-1))
      frames.pop();
    if (frames.length === 0) return root;
  }
}
