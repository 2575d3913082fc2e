/**
 * Headers: the fields of a message, as the web's Headers. Those of a message received stay bytes
 * until somebody looks: one field by a search, all of them by making the list.
 */
import { fieldBits, fieldList, fieldName, fieldText, fieldValue } from "wo:library";

export type HeadersInit =
  | Headers
  | Readonly<Record<string, string | number>>
  | Iterable<readonly [name: string, value: string | number]>;

/** Bits of `Headers.bits`: fields that the server and the client deal with themselves. */
export const lengthBit = 1;
export const codingBit = 2;
export const connectionBit = 4;
export const dateBit = 8;
export const typeBit = 16;
/** Keep-Alive. */
export const hopBit = 32;
/** Fields that say how a message goes over its connection: not for programs to send. */
export const ownBits: number = lengthBit | codingBit | connectionBit | hopBit;

const none = new Uint8Array(0);

function checkName(name: string): string {
  const checked = fieldName(name);
  if (checked === undefined) {
    throw new TypeError(`Header name must be a valid HTTP token ["${name}"]`);
  }
  return checked;
}

function checkValue(name: string, value: string | number): string {
  const checked = fieldText(typeof value === "string" ? value : `${value}`);
  if (checked === undefined) throw new TypeError(`Invalid character in header content ["${name}"]`);
  return checked;
}

/** Names are compared in any case and iterated in lower case; iteration is in the order they came. */
export class Headers implements Iterable<[name: string, value: string]> {
  /** The lines of a head, until `list` is made of them. */
  #bytes: Uint8Array = none;
  #from = 0;
  #to = 0;
  /** name, value, name, value, ... */
  #list: string[] | undefined;

  constructor(init?: HeadersInit) {
    this.#list = [];
    if (init !== undefined) this.#fill(init);
  }

  /** The lines bytes[from..to) of a head that was accepted. For the library itself. */
  static received(bytes: Uint8Array, from: number, to: number): Headers {
    const headers = new Headers();
    headers.#bytes = bytes;
    headers.#from = from;
    headers.#to = to;
    headers.#list = undefined;
    return headers;
  }

  #fill(init: HeadersInit): void {
    const list = this.list;
    if (!Array.isArray(init)) {
      if (#list in init) {
        this.#list = [...(init as Headers).list];
        return;
      }
      if ((init as { [Symbol.iterator]?: unknown })[Symbol.iterator] === undefined) {
        const record = init as Record<string, string | number>;
        for (const name of Object.keys(record)) {
          list.push(checkName(name), checkValue(name, record[name] ?? ""));
        }
        return;
      }
    }
    for (const [name, value] of init as Iterable<readonly [string, string | number]>) {
      list.push(checkName(name), checkValue(name, value));
    }
  }

  /** All fields as name, value, name, value. For the library itself: do not change it. */
  get list(): string[] {
    let list = this.#list;
    if (list === undefined) {
      list = fieldList(this.#bytes, this.#from, this.#to);
      this.#list = list;
      this.#bytes = none;
    }
    return list;
  }

  /** Which of the fields that have a bit are there. For the library itself. */
  get bits(): number {
    return fieldBits(this.list);
  }

  /** The value; several of one name are joined by commas (cookies by semicolons). */
  get(name: string): string | null {
    const list = this.#list;
    if (list === undefined) return fieldValue(this.#bytes, this.#from, this.#to, name);
    const wanted = name.toLowerCase();
    let found: string | null = null;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] !== wanted) continue;
      const value = list[i + 1] ?? "";
      found = found === null ? value : `${found}${wanted === "cookie" ? "; " : ", "}${value}`;
    }
    return found;
  }

  /** The values of all fields of that name, in order: what Set-Cookie needs. */
  getAll(name: string): string[] {
    const wanted = name.toLowerCase();
    const found: string[] = [];
    const list = this.list;
    for (let i = 0; i < list.length; i += 2) if (list[i] === wanted) found.push(list[i + 1] ?? "");
    return found;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  /** @throws TypeError for a name or value that no head may have */
  set(name: string, value: string | number): void {
    const checked = checkName(name);
    const text = checkValue(name, value);
    this.delete(checked);
    this.list.push(checked, text);
  }

  /** @throws TypeError for a name or value that no head may have */
  append(name: string, value: string | number): void {
    this.list.push(checkName(name), checkValue(name, value));
  }

  delete(name: string): void {
    const wanted = name.toLowerCase();
    const list = this.list;
    for (let i = list.length - 2; i >= 0; i -= 2) if (list[i] === wanted) list.splice(i, 2);
  }

  entries(): [name: string, value: string][] {
    const list = this.list;
    const pairs: [name: string, value: string][] = [];
    for (let i = 0; i < list.length; i += 2) pairs.push([list[i] ?? "", list[i + 1] ?? ""]);
    return pairs;
  }

  [Symbol.iterator](): Iterator<[name: string, value: string]> {
    return this.entries()[Symbol.iterator]();
  }
}

/** What headers say of the length of the body; -1 when they do not, or not in earnest. */
export function lengthOf(headers: Headers | undefined): number {
  const said = headers?.get("content-length") ?? "";
  const length = said === "" ? -1 : Number(said);
  return Number.isSafeInteger(length) && length >= 0 ? length : -1;
}

/** A list of fields without those in `ownBits`. */
export function withoutOwn(list: string[]): string[] {
  if ((fieldBits(list) & ownBits) === 0) return list;
  const kept: string[] = [];
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i] ?? "";
    if ((fieldBits([name]) & ownBits) === 0) kept.push(name, list[i + 1] ?? "");
  }
  return kept;
}
