/** Uint8Array functions that call functions of the program; for the rest see builtins/bytes.c. */
import { failNotCallable, failNotIterable, sortBytes } from "wo:intrinsics";

type Any = any;

// Throws as it should for a receiver that is no Uint8Array, and answers it.
function bytesOf(self: Any): Uint8Array {
  Uint8Array.prototype.at.call(self, 0);
  return self;
}

function callback(fn: Any, self: Any): Any {
  if (typeof fn !== "function") failNotCallable(fn);
  return self === undefined ? fn : fn.bind(self);
}

/** The elements of an array-like as numbers. */
export function bytes_listed(source: Any): number[] {
  const list = Object(source);
  const n = Math.trunc(Number(list.length)) || 0;
  const out: number[] = [];
  for (let i = 0; i < n; i++) out.push(Number(list[i]));
  return out;
}

/** What new Uint8Array(source) is made of: an iterable's values, or an array-like's elements. */
export function bytes_numbers(source: Any): number[] {
  const iterate = source[Symbol.iterator];
  if (iterate === undefined || iterate === null) return bytes_listed(source);
  if (typeof iterate !== "function") failNotCallable(iterate);
  const out: number[] = [];
  for (const item of source) out.push(item);
  for (let i = 0; i < out.length; i++) out[i] = Number(out[i]);
  return out;
}

export function bytes_from(this: Any, items: Any, fn?: Any, self?: Any): Uint8Array {
  if (fn !== undefined && typeof fn !== "function") failNotCallable(fn);
  if (items === undefined || items === null) failNotIterable(items);
  const values: Any[] = Array.from(items);
  if (fn !== undefined) {
    const call = callback(fn, self);
    for (let i = 0; i < values.length; i++) values[i] = call(values[i], i);
  }
  // Called directly it has no `this`: then it is Uint8Array's own.
  const make = this === undefined ? Uint8Array : this;
  return new make(values);
}

export function bytes_forEach(this: Any, fn: Any, self?: Any): void {
  const list = bytesOf(this);
  const call = callback(fn, self);
  for (let i = 0; i < list.length; i++) call(list[i], i, list);
}

export function bytes_map(this: Any, fn: Any, self?: Any): Uint8Array {
  const list = bytesOf(this);
  const call = callback(fn, self);
  const out = new Uint8Array(list.length);
  for (let i = 0; i < list.length; i++) out[i] = call(list[i], i, list);
  return out;
}

export function bytes_filter(this: Any, fn: Any, self?: Any): Uint8Array {
  const list = bytesOf(this);
  const call = callback(fn, self);
  const kept: Any[] = [];
  for (let i = 0; i < list.length; i++) {
    const byte = list[i];
    if (call(byte, i, list)) kept.push(byte);
  }
  return new Uint8Array(kept);
}

export function bytes_some(this: Any, fn: Any, self?: Any): boolean {
  const list = bytesOf(this);
  const call = callback(fn, self);
  for (let i = 0; i < list.length; i++) if (call(list[i], i, list)) return true;
  return false;
}

export function bytes_every(this: Any, fn: Any, self?: Any): boolean {
  const list = bytesOf(this);
  const call = callback(fn, self);
  for (let i = 0; i < list.length; i++) if (!call(list[i], i, list)) return false;
  return true;
}

export function bytes_findIndex(this: Any, fn: Any, self?: Any): number {
  const list = bytesOf(this);
  const call = callback(fn, self);
  for (let i = 0; i < list.length; i++) if (call(list[i], i, list)) return i;
  return -1;
}

export function bytes_find(this: Any, fn: Any, self?: Any): number | undefined {
  const list = bytesOf(this);
  const call = callback(fn, self);
  for (let i = 0; i < list.length; i++) {
    const byte = list[i];
    if (call(byte, i, list)) return byte;
  }
  return undefined;
}

export function bytes_findLastIndex(this: Any, fn: Any, self?: Any): number {
  const list = bytesOf(this);
  const call = callback(fn, self);
  for (let i = list.length - 1; i >= 0; i--) if (call(list[i], i, list)) return i;
  return -1;
}

export function bytes_findLast(this: Any, fn: Any, self?: Any): number | undefined {
  const list = bytesOf(this);
  const call = callback(fn, self);
  for (let i = list.length - 1; i >= 0; i--) {
    const byte = list[i];
    if (call(byte, i, list)) return byte;
  }
  return undefined;
}

export function bytes_reduce(this: Any, fn: Any, ...initial: Any[]): Any {
  const list = bytesOf(this);
  const call = callback(fn, undefined);
  let i = 0;
  let out: Any = initial[0];
  if (initial.length === 0) {
    if (list.length === 0) throw new TypeError("Reduce of empty array with no initial value");
    out = list[i++];
  }
  for (; i < list.length; i++) out = call(out, list[i], i, list);
  return out;
}

export function bytes_reduceRight(this: Any, fn: Any, ...initial: Any[]): Any {
  const list = bytesOf(this);
  const call = callback(fn, undefined);
  let i = list.length - 1;
  let out: Any = initial[0];
  if (initial.length === 0) {
    if (i < 0) throw new TypeError("Reduce of empty array with no initial value");
    out = list[i--];
  }
  for (; i >= 0; i--) out = call(out, list[i], i, list);
  return out;
}

function checkCompare(compare: Any): void {
  if (compare !== undefined && typeof compare !== "function") {
    throw new TypeError("The comparison function must be either a function or undefined");
  }
}

export function bytes_sort(this: Any, compare?: Any): Uint8Array {
  checkCompare(compare);
  const list = bytesOf(this);
  if (compare === undefined) {
    sortBytes(list);
  } else {
    const sorted = Array.from(list).sort(compare);
    for (let i = 0; i < sorted.length; i++) list[i] = sorted[i] as Any;
  }
  return list;
}

export function bytes_toSorted(this: Any, compare?: Any): Uint8Array {
  checkCompare(compare);
  return new Uint8Array(bytesOf(this)).sort(compare);
}

export function bytes_toLocaleString(this: Any): string {
  return bytesOf(this).join(",");
}
