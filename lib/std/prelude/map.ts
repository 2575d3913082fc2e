/** Map and Set functions that call functions of the program; for the rest see builtins/map.c. */
import { describe, failNotEntry, inspectKind, inspectSize } from "wo:intrinsics";
import { checkIterable, isObject } from "./object.ts";

type Any = any;

function check(self: Any, kind: "map" | "set", name: string): void {
  if (inspectKind(self) === kind) return;
  const method = `${kind === "map" ? "Map" : "Set"}.prototype.${name}`;
  throw new TypeError(`Method ${method} called on incompatible receiver ${describe(self)}`);
}

function adder(collection: Any, name: string): Any {
  const add = collection[name];
  if (typeof add === "function") return add;
  const place = `property '${name}' of object '${describe(collection)}'`;
  throw new TypeError(`'${describe(add)}' returned for ${place} is not a function`);
}

// V8 words a callback that is none differently here than for arrays.
function failCallback(fn: Any): never {
  let shown: string = typeof fn;
  if (shown === "string") shown = `string "${fn}"`;
  else if (fn === null || shown === "number" || shown === "boolean") shown = `${shown} ${fn}`;
  throw new TypeError(`${shown} is not a function`);
}

/** The constructor's work for sources it does not read natively; a subclass's own `set` is used. */
export function map_fill(map: Any, entries: Any): Any {
  const set = adder(map, "set");
  checkIterable(entries);
  for (const entry of entries) {
    if (!isObject(entry)) failNotEntry(entry);
    set.call(map, entry[0], entry[1]);
  }
  return map;
}

export function set_fill(set: Any, items: Any): Any {
  const add = adder(set, "add");
  checkIterable(items);
  for (const item of items) add.call(set, item);
  return set;
}

export function map_forEach(this: Any, fn: Any, self?: Any): void {
  check(this, "map", "forEach");
  if (typeof fn !== "function") failCallback(fn);
  const call = self === undefined ? fn : fn.bind(self);
  for (const entry of Map.prototype.entries.call(this)) call(entry[1], entry[0], this);
}

export function set_forEach(this: Any, fn: Any, self?: Any): void {
  check(this, "set", "forEach");
  if (typeof fn !== "function") failCallback(fn);
  const call = self === undefined ? fn : fn.bind(self);
  for (const item of Set.prototype.values.call(this)) call(item, item, this);
}

export function map_groupBy(items: Any, fn: Any): Any {
  if (items === undefined || items === null) throw new TypeError(`${items} is not iterable`);
  if (typeof fn !== "function") failCallback(fn);
  checkIterable(items);
  const out = new Map<Any, Any[]>();
  let index = 0;
  for (const item of items) {
    const key = fn(item, index++);
    const group = out.get(key);
    if (group === undefined) out.set(key, [item]);
    else group.push(item);
  }
  return out;
}

// --- set algebra: the other side is anything with size, has and keys ---

interface Other {
  readonly set: Any;
  readonly size: number;
  readonly has: Any;
  readonly keys: Any;
}

function other(set: Any): Other {
  if (!isObject(set)) throw new TypeError(`${describe(set)} is not an object`);
  const size = Number(set.size);
  if (size !== size) throw new TypeError("The 'size' property must be a number");
  const whole = Math.trunc(size);
  if (whole < 0) throw new RangeError(`'${whole}' is an invalid size`);
  const has = set.has;
  if (typeof has !== "function") throw new TypeError("The 'has' property must be a function");
  const keys = set.keys;
  if (typeof keys !== "function") throw new TypeError("The 'keys' property must be a function");
  return { set, size: whole, has, keys };
}

// Calls `visit` with each key of the other side until it answers false. What keys() answers is an
// iterator, which need not be iterable.
function eachKey(from: Other, visit: (key: Any) => boolean): void {
  const keys = from.keys.call(from.set);
  if (!isObject(keys)) throw new TypeError(`${describe(keys)} is not an object`);
  const next = keys.next;
  for (;;) {
    const step = next.call(keys);
    if (!isObject(step)) throw new TypeError(`Iterator result ${describe(step)} is not an object`);
    if (step.done) return;
    if (!visit(step.value)) {
      if (typeof keys.return === "function") keys.return();
      return;
    }
  }
}

// What follows reads the receiver as a plain Set, whatever a subclass made of its methods.
function copyOf(set: Any): Set<Any> {
  const out = new Set();
  for (const item of Set.prototype.values.call(set)) out.add(item);
  return out;
}

function holds(set: Any, item: Any): boolean {
  return Set.prototype.has.call(set, item);
}

export function set_union(this: Any, that: Any): Set<Any> {
  check(this, "set", "union");
  const from = other(that);
  const out = copyOf(this);
  eachKey(from, (key) => {
    out.add(key);
    return true;
  });
  return out;
}

export function set_intersection(this: Any, that: Any): Set<Any> {
  check(this, "set", "intersection");
  const from = other(that);
  const out = new Set<Any>();
  if (inspectSize(this) <= from.size) {
    for (const item of Set.prototype.values.call(this)) {
      if (from.has.call(that, item)) out.add(item);
    }
    return out;
  }
  eachKey(from, (key) => {
    if (holds(this, key)) out.add(key);
    return true;
  });
  return out;
}

export function set_difference(this: Any, that: Any): Set<Any> {
  check(this, "set", "difference");
  const from = other(that);
  const out = copyOf(this);
  if (inspectSize(this) <= from.size) {
    for (const item of Set.prototype.values.call(this)) {
      if (from.has.call(that, item)) out.delete(item);
    }
    return out;
  }
  eachKey(from, (key) => {
    out.delete(key);
    return true;
  });
  return out;
}

export function set_symmetricDifference(this: Any, that: Any): Set<Any> {
  check(this, "set", "symmetricDifference");
  const from = other(that);
  const out = copyOf(this);
  eachKey(from, (key) => {
    if (holds(this, key)) out.delete(key);
    else out.add(key);
    return true;
  });
  return out;
}

export function set_isSubsetOf(this: Any, that: Any): boolean {
  check(this, "set", "isSubsetOf");
  const from = other(that);
  if (inspectSize(this) > from.size) return false;
  for (const item of Set.prototype.values.call(this)) {
    if (!from.has.call(that, item)) return false;
  }
  return true;
}

export function set_isSupersetOf(this: Any, that: Any): boolean {
  check(this, "set", "isSupersetOf");
  const from = other(that);
  if (inspectSize(this) < from.size) return false;
  let all = true;
  eachKey(from, (key) => {
    all = holds(this, key);
    return all;
  });
  return all;
}

export function set_isDisjointFrom(this: Any, that: Any): boolean {
  check(this, "set", "isDisjointFrom");
  const from = other(that);
  if (inspectSize(this) <= from.size) {
    for (const item of Set.prototype.values.call(this)) {
      if (from.has.call(that, item)) return false;
    }
    return true;
  }
  let none = true;
  eachKey(from, (key) => {
    none = !holds(this, key);
    return none;
  });
  return none;
}
