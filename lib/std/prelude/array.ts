/**
 * Array methods that call functions, and the twins of the native ones (native/src/builtins/array.c)
 * for everything that is not a plain array. All of them work on any object with a length.
 */
import { failNotCallable, isJoining, sortByKeys, sortKeys } from "wo:intrinsics";

// What the methods work on, and the functions they call: whatever the program passes.
type Any = any;

function receiver(self: Any, name: string): Any {
  if (self === undefined || self === null) {
    throw new TypeError(`Array.prototype.${name} called on null or undefined`);
  }
  return typeof self === "object" || typeof self === "function" ? self : Object(self);
}

function integer(value: Any): number {
  const n = Math.trunc(Number(value));
  return n !== n ? 0 : n;
}

function lengthOf(list: Any): number {
  if (Array.isArray(list)) return list.length;
  const n = integer(list.length);
  return n > 0 ? Math.min(n, 9007199254740991) : 0;
}

// An index counted from the end when negative, clamped to 0..length.
function relative(value: Any, length: number, absent: number): number {
  if (value === undefined) return absent;
  const n = integer(value);
  return n < 0 ? Math.max(n + length, 0) : Math.min(n, length);
}

// The callback, checked, with its `this`.
function callback(fn: Any, self: Any): Any {
  if (typeof fn !== "function") failNotCallable(fn);
  return self === undefined ? fn : fn.bind(self);
}

// An array for results of `list`: of the same subclass where it is one.
function likeOf(list: Any, length: number): Any {
  if (!Array.isArray(list)) return new Array(length);
  let make = (list as Any).constructor;
  if (make === Array) return new Array(length);
  if (typeof make === "object" || typeof make === "function") {
    if (make !== null) make = make[Symbol.species];
    if (make === null) make = undefined;
  }
  if (make === undefined) return new Array(length);
  if (typeof make !== "function") {
    throw new TypeError("object.constructor[Symbol.species] is not a constructor");
  }
  return new make(length);
}

// --- callbacks ---

export function array_forEach(this: Any, fn: Any, self?: Any): void {
  const list = receiver(this, "forEach");
  const n = lengthOf(list);
  const call = callback(fn, self);
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if (item !== undefined || i in list) call(item, i, list);
  }
}

export function array_map(this: Any, fn: Any, self?: Any): Any {
  const list = receiver(this, "map");
  const n = lengthOf(list);
  const call = callback(fn, self);
  const out = likeOf(list, n);
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if (item !== undefined || i in list) out[i] = call(item, i, list);
  }
  return out;
}

export function array_filter(this: Any, fn: Any, self?: Any): Any {
  const list = receiver(this, "filter");
  const n = lengthOf(list);
  const call = callback(fn, self);
  const out = likeOf(list, 0);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if ((item !== undefined || i in list) && call(item, i, list)) out[count++] = item;
  }
  return out;
}

export function array_some(this: Any, fn: Any, self?: Any): boolean {
  const list = receiver(this, "some");
  const n = lengthOf(list);
  const call = callback(fn, self);
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if ((item !== undefined || i in list) && call(item, i, list)) return true;
  }
  return false;
}

export function array_every(this: Any, fn: Any, self?: Any): boolean {
  const list = receiver(this, "every");
  const n = lengthOf(list);
  const call = callback(fn, self);
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if ((item !== undefined || i in list) && !call(item, i, list)) return false;
  }
  return true;
}

export function array_find(this: Any, fn: Any, self?: Any): Any {
  const list = receiver(this, "find");
  const n = lengthOf(list);
  const call = callback(fn, self);
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if (call(item, i, list)) return item;
  }
  return undefined;
}

export function array_findIndex(this: Any, fn: Any, self?: Any): number {
  const list = receiver(this, "findIndex");
  const n = lengthOf(list);
  const call = callback(fn, self);
  for (let i = 0; i < n; i++) if (call(list[i], i, list)) return i;
  return -1;
}

export function array_findLast(this: Any, fn: Any, self?: Any): Any {
  const list = receiver(this, "findLast");
  const n = lengthOf(list);
  const call = callback(fn, self);
  for (let i = n - 1; i >= 0; i--) {
    const item = list[i];
    if (call(item, i, list)) return item;
  }
  return undefined;
}

export function array_findLastIndex(this: Any, fn: Any, self?: Any): number {
  const list = receiver(this, "findLastIndex");
  const n = lengthOf(list);
  const call = callback(fn, self);
  for (let i = n - 1; i >= 0; i--) if (call(list[i], i, list)) return i;
  return -1;
}

export function array_reduce(this: Any, fn: Any, ...initial: Any[]): Any {
  const list = receiver(this, "reduce");
  const n = lengthOf(list);
  if (typeof fn !== "function") failNotCallable(fn);
  let i = 0;
  let result = initial[0];
  if (initial.length === 0) {
    while (i < n && !(i in list)) i++;
    if (i >= n) throw new TypeError("Reduce of empty array with no initial value");
    result = list[i++];
  }
  for (; i < n; i++) {
    const item = list[i];
    if (item !== undefined || i in list) result = fn(result, item, i, list);
  }
  return result;
}

export function array_reduceRight(this: Any, fn: Any, ...initial: Any[]): Any {
  const list = receiver(this, "reduceRight");
  let i = lengthOf(list) - 1;
  if (typeof fn !== "function") failNotCallable(fn);
  let result = initial[0];
  if (initial.length === 0) {
    while (i >= 0 && !(i in list)) i--;
    if (i < 0) throw new TypeError("Reduce of empty array with no initial value");
    result = list[i--];
  }
  for (; i >= 0; i--) {
    const item = list[i];
    if (item !== undefined || i in list) result = fn(result, item, i, list);
  }
  return result;
}

// --- nesting ---

function flatten(out: Any, list: Any, depth: number, at: number): number {
  const n = lengthOf(list);
  let count = at;
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if (item === undefined && !(i in list)) continue;
    if (depth > 0 && Array.isArray(item)) count = flatten(out, item, depth - 1, count);
    else out[count++] = item;
  }
  return count;
}

export function array_flat(this: Any, depth?: Any): Any {
  if (this === undefined || this === null) {
    throw new TypeError("Cannot convert undefined or null to object");
  }
  const list = receiver(this, "flat");
  const out = likeOf(list, 0);
  flatten(out, list, depth === undefined ? 1 : integer(depth), 0);
  return out;
}

export function array_flatMap(this: Any, fn: Any, self?: Any): Any {
  if (this === undefined || this === null) {
    throw new TypeError("Cannot convert undefined or null to object");
  }
  const list = receiver(this, "flatMap");
  const n = lengthOf(list);
  if (typeof fn !== "function") throw new TypeError("flatMap mapper function is not callable");
  const call = callback(fn, self);
  const out = likeOf(list, 0);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if (item === undefined && !(i in list)) continue;
    const mapped = call(item, i, list);
    if (Array.isArray(mapped)) count = flatten(out, mapped, 0, count);
    else out[count++] = mapped;
  }
  return out;
}

// --- sorting ---

// Length of the run that starts items[low..high): ascending, or strictly descending, then reversed.
function makeRun(items: Any[], low: number, high: number, compare: Any): number {
  if (high - low < 2) return high - low;
  const descending = compare(items[low + 1], items[low]) < 0;
  let end = low + 2;
  while (end < high && compare(items[end], items[end - 1]) < 0 === descending) end++;
  if (descending) {
    for (let i = low, j = end - 1; i < j; i++, j--) {
      const item = items[i];
      items[i] = items[j];
      items[j] = item;
    }
  }
  return end - low;
}

// Sorts items[low..high): few comparisons, the same ones as V8 makes for a short array.
function sortRun(items: Any[], low: number, high: number, compare: Any): void {
  for (let at = low + makeRun(items, low, high, compare); at < high; at++) {
    const item = items[at];
    let left = low;
    let right = at;
    while (left < right) {
      const middle = (left + right) >>> 1;
      if (compare(item, items[middle]) < 0) right = middle;
      else left = middle + 1;
    }
    if (left === at) continue;
    items.copyWithin(left + 1, left, at);
    items[left] = item;
  }
}

// Merges from[low..middle) and from[middle..high) into `to`; equal items keep their order.
function mergeRuns(
  from: Any[], to: Any[], low: number, middle: number, high: number, compare: Any,
): void {
  let left = low;
  let right = middle;
  let out = low;
  if (middle < high && compare(from[middle], from[middle - 1]) < 0) {
    let a = from[left];
    let b = from[right];
    for (;;) {
      if (compare(b, a) < 0) {
        to[out] = b;
        out++;
        right++;
        if (right >= high) break;
        b = from[right];
      } else {
        to[out] = a;
        out++;
        left++;
        if (left >= middle) break;
        a = from[left];
      }
    }
  }
  for (; left < middle; left++, out++) to[out] = from[left];
  for (; right < high; right++, out++) to[out] = from[right];
}

/** Stable merge sort; answers `items` or another array, whichever holds the result. */
export function sortWith(items: Any[], compare: Any): Any[] {
  const n = items.length;
  const run = n < 64 ? n : 32;
  for (let low = 0; low < n; low += run) sortRun(items, low, Math.min(low + run, n), compare);
  let from = items;
  let to: Any[] = n > run ? new Array(n) : items;
  for (let width = run; width < n; width *= 2) {
    for (let low = 0; low < n; low += 2 * width) {
      mergeRuns(from, to, low, Math.min(low + width, n), Math.min(low + 2 * width, n), compare);
    }
    const merged = to;
    to = from;
    from = merged;
  }
  return from;
}

function sorted(items: Any[], compare: Any): Any[] {
  if (compare !== undefined) return sortWith(items, compare);
  let keys = sortKeys(items);
  if (keys === undefined) {
    keys = [];
    for (let i = 0; i < items.length; i++) keys.push(`${items[i]}`);
  }
  sortByKeys(items, keys);
  return items;
}

function checkCompare(compare: Any): void {
  if (compare !== undefined && typeof compare !== "function") {
    throw new TypeError("The comparison function must be either a function or undefined");
  }
}

export function array_sort(this: Any, compare?: Any): Any {
  checkCompare(compare);
  const list = receiver(this, "sort");
  const n = lengthOf(list);
  if (n < 2) return list;
  const items = [];
  let present = 0;
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if (item !== undefined) items.push(item);
    else if (!(i in list)) continue;
    present++;
  }
  const result = sorted(items, compare);
  const count = result.length;
  for (let i = 0; i < count; i++) list[i] = result[i];
  for (let i = count; i < present; i++) list[i] = undefined;
  for (let i = present; i < n; i++) if (i in list) delete list[i];
  return list;
}

export function array_toSorted(this: Any, compare?: Any): Any[] {
  checkCompare(compare);
  const list = receiver(this, "toSorted");
  const n = lengthOf(list);
  const items = [];
  for (let i = 0; i < n; i++) {
    const item = list[i];
    if (item !== undefined) items.push(item);
  }
  const result = sorted(items, compare);
  while (result.length < n) result.push(undefined);
  return result;
}

// --- making arrays ---

function makerOf(self: Any): Any {
  return typeof self === "function" && self !== Array ? self : undefined;
}

export function array_from(this: Any, items: Any, fn?: Any, self?: Any): Any {
  if (fn !== undefined && typeof fn !== "function") failNotCallable(fn);
  if (items === undefined || items === null) {
    const what = items === null ? "object null" : "undefined";
    throw new TypeError(`${what} is not iterable (cannot read property Symbol(Symbol.iterator))`);
  }
  const call = fn === undefined ? undefined : callback(fn, self);
  const make = makerOf(this);
  const iterate = items[Symbol.iterator];
  let count = 0;
  if (iterate !== undefined && iterate !== null) {
    const out = make === undefined ? [] : new make();
    for (const item of items) {
      out[count] = call === undefined ? item : call(item, count);
      count++;
    }
    if (make !== undefined) out.length = count;
    return out;
  }
  const list = Object(items);
  const n = lengthOf(list);
  const out = make === undefined ? new Array(n) : new make(n);
  for (; count < n; count++) {
    out[count] = call === undefined ? list[count] : call(list[count], count);
  }
  if (make !== undefined) out.length = n;
  return out;
}

export function array_of(this: Any, ...items: Any[]): Any {
  const make = makerOf(this);
  if (make === undefined) return items;
  const out = new make(items.length);
  for (let i = 0; i < items.length; i++) out[i] = items[i];
  out.length = items.length;
  return out;
}

export function array_with(this: Any, index: Any, value: Any): Any[] {
  const list = receiver(this, "with");
  const n = lengthOf(list);
  const at = integer(index);
  const from = at < 0 ? at + n : at;
  if (from < 0 || from >= n) throw new RangeError(`Invalid index : ${index}`);
  const out = new Array(n);
  for (let i = 0; i < n; i++) out[i] = i === from ? value : list[i];
  return out;
}

// How many elements a splice removes.
function removals(given: Any[], start: number, n: number): number {
  if (given.length === 0) return 0;
  if (given.length === 1) return n - start;
  return Math.min(Math.max(integer(given[1]), 0), n - start);
}

export function array_toSpliced(this: Any, ...given: Any[]): Any[] {
  const list = receiver(this, "toSpliced");
  const n = lengthOf(list);
  const start = relative(given[0], n, 0);
  const removed = removals(given, start, n);
  const out = [];
  for (let i = 0; i < start; i++) out.push(list[i]);
  for (let i = 2; i < given.length; i++) out.push(given[i]);
  for (let i = start + removed; i < n; i++) out.push(list[i]);
  return out;
}

export function array_toReversed(this: Any): Any[] {
  const list = receiver(this, "toReversed");
  const n = lengthOf(list);
  const out = new Array(n);
  for (let i = 0; i < n; i++) out[i] = list[n - 1 - i];
  return out;
}

// --- text ---

export function array_join(this: Any, separator?: Any): string {
  if (this === undefined || this === null) {
    throw new TypeError("Cannot convert undefined or null to object");
  }
  const list = receiver(this, "join");
  const n = lengthOf(list);
  const between = separator === undefined ? "," : `${separator}`;
  if (isJoining(this)) return "";
  let text = "";
  for (let i = 0; i < n; i++) {
    if (i > 0) text += between;
    const item = list[i];
    if (item !== undefined && item !== null) text += `${item}`;
  }
  return text;
}

export function array_toString(this: Any): string {
  if (this === undefined || this === null) {
    throw new TypeError("Cannot convert undefined or null to object");
  }
  const list = receiver(this, "toString");
  const join = list.join;
  return typeof join === "function" ? join.call(list) : Object.prototype.toString.call(list);
}

export function array_toLocaleString(this: Any): string {
  const list = receiver(this, "toLocaleString");
  const n = lengthOf(list);
  if (isJoining(this)) return "";
  let text = "";
  for (let i = 0; i < n; i++) {
    if (i > 0) text += ",";
    const item = list[i];
    if (item !== undefined && item !== null) text += `${item.toLocaleString()}`;
  }
  return text;
}

// --- twins of the native methods ---

export function array_at(this: Any, index?: Any): Any {
  const list = receiver(this, "at");
  const n = lengthOf(list);
  const at = integer(index);
  return list[at < 0 ? at + n : at];
}

function spreads(item: Any): boolean {
  if (item === null || (typeof item !== "object" && typeof item !== "function")) return false;
  const wanted = item[Symbol.isConcatSpreadable];
  return wanted === undefined ? Array.isArray(item) : !!wanted;
}

export function array_concat(this: Any, ...items: Any[]): Any {
  const list = receiver(this, "concat");
  const out = likeOf(list, 0);
  let count = 0;
  for (let at = -1; at < items.length; at++) {
    const item = at < 0 ? list : items[at];
    if (!spreads(item)) {
      out[count++] = item;
      continue;
    }
    const n = lengthOf(item);
    for (let i = 0; i < n; i++) if (i in item) out[count + i] = item[i];
    count += n;
  }
  out.length = count;
  return out;
}

// list[to] becomes what list[from] is, absence included.
function moveItem(list: Any, to: number, from: number): void {
  if (from in list) list[to] = list[from];
  else delete list[to];
}

export function array_copyWithin(this: Any, target: Any, start: Any, end?: Any): Any {
  const list = receiver(this, "copyWithin");
  const n = lengthOf(list);
  const to = relative(target, n, 0);
  const from = relative(start, n, 0);
  const count = Math.min(relative(end, n, n) - from, n - to);
  const backward = from < to && to < from + count;
  for (let n = 0; n < count; n++) {
    const i = backward ? count - 1 - n : n;
    moveItem(list, to + i, from + i);
  }
  return list;
}

export function array_fill(this: Any, value: Any, start?: Any, end?: Any): Any {
  const list = receiver(this, "fill");
  const n = lengthOf(list);
  const stop = relative(end, n, n);
  for (let i = relative(start, n, 0); i < stop; i++) list[i] = value;
  return list;
}

export function array_includes(this: Any, what: Any, from?: Any): boolean {
  const list = receiver(this, "includes");
  const n = lengthOf(list);
  if (n === 0) return false;
  for (let i = relative(from, n, 0); i < n; i++) {
    const item = list[i];
    if (item === what || (item !== item && what !== what)) return true;
  }
  return false;
}

export function array_indexOf(this: Any, what: Any, from?: Any): number {
  const list = receiver(this, "indexOf");
  const n = lengthOf(list);
  if (n === 0) return -1;
  for (let i = relative(from, n, 0); i < n; i++) if (list[i] === what && i in list) return i;
  return -1;
}

export function array_lastIndexOf(this: Any, what: Any, ...from: Any[]): number {
  const list = receiver(this, "lastIndexOf");
  const n = lengthOf(list);
  if (n === 0) return -1;
  const start = from.length === 0 ? n - 1 : integer(from[0]);
  let i = start < 0 ? start + n : Math.min(start, n - 1);
  for (; i >= 0; i--) if (list[i] === what && i in list) return i;
  return -1;
}

export function array_pop(this: Any): Any {
  const list = receiver(this, "pop");
  const n = lengthOf(list);
  if (n === 0) {
    list.length = 0;
    return undefined;
  }
  const item = list[n - 1];
  delete list[n - 1];
  list.length = n - 1;
  return item;
}

export function array_push(this: Any, ...items: Any[]): number {
  const list = receiver(this, "push");
  const n = lengthOf(list);
  if (n + items.length > 9007199254740991) {
    const what = `Pushing ${items.length} elements on an array-like of length ${n}`;
    throw new TypeError(`${what} is disallowed, as the total surpasses 2**53-1`);
  }
  for (let i = 0; i < items.length; i++) list[n + i] = items[i];
  list.length = n + items.length;
  return n + items.length;
}

export function array_reverse(this: Any): Any {
  const list = receiver(this, "reverse");
  const n = lengthOf(list);
  for (let low = 0, high = n - 1; low < high; low++, high--) {
    const hasLow = low in list;
    const hasHigh = high in list;
    const first = list[low];
    if (hasHigh) list[low] = list[high];
    else if (hasLow) delete list[low];
    if (hasLow) list[high] = first;
    else if (hasHigh) delete list[high];
  }
  return list;
}

export function array_shift(this: Any): Any {
  const list = receiver(this, "shift");
  const n = lengthOf(list);
  if (n === 0) {
    list.length = 0;
    return undefined;
  }
  const item = list[0];
  for (let i = 1; i < n; i++) moveItem(list, i - 1, i);
  delete list[n - 1];
  list.length = n - 1;
  return item;
}

export function array_unshift(this: Any, ...items: Any[]): number {
  const list = receiver(this, "unshift");
  const n = lengthOf(list);
  const count = items.length;
  if (count > 0) {
    for (let i = n - 1; i >= 0; i--) moveItem(list, i + count, i);
    for (let i = 0; i < count; i++) list[i] = items[i];
  }
  list.length = n + count;
  return n + count;
}

export function array_slice(this: Any, start?: Any, end?: Any): Any {
  const list = receiver(this, "slice");
  const n = lengthOf(list);
  const from = relative(start, n, 0);
  const stop = relative(end, n, n);
  const out = likeOf(list, Math.max(stop - from, 0));
  let count = 0;
  for (let i = from; i < stop; i++, count++) if (i in list) out[count] = list[i];
  out.length = count;
  return out;
}

export function array_splice(this: Any, ...given: Any[]): Any {
  const list = receiver(this, "splice");
  const n = lengthOf(list);
  const start = relative(given[0], n, 0);
  const removed = removals(given, start, n);
  const added = Math.max(given.length - 2, 0);
  const out = likeOf(list, removed);
  for (let i = 0; i < removed; i++) if (start + i in list) out[i] = list[start + i];
  out.length = removed;
  if (added < removed) {
    for (let i = start + removed; i < n; i++) moveItem(list, i - removed + added, i);
    for (let i = n - 1; i >= n - removed + added; i--) delete list[i];
  } else if (added > removed) {
    for (let i = n - 1; i >= start + removed; i--) moveItem(list, i - removed + added, i);
  }
  for (let i = 0; i < added; i++) list[start + i] = given[i + 2];
  list.length = n - removed + added;
  return out;
}

/** keys (0), values (1) or entries (2) of an array-like that is neither array nor byte array. */
export function array_iterate(this: Any, mode: number): Any {
  if (this === undefined || this === null) {
    throw new TypeError("Cannot convert undefined or null to object");
  }
  const list = receiver(this, "values");
  let at = 0;
  let ended = false;
  return {
    next() {
      if (!ended && at < lengthOf(list)) {
        const i = at++;
        const value = mode === 0 ? i : mode === 1 ? list[i] : [i, list[i]];
        return { value, done: false };
      }
      ended = true;
      return { value: undefined, done: true };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}
