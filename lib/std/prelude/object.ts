/**
 * Object and Function functions that call functions of the program: callbacks, getters, iterators.
 * The native ones (native/src/builtins/object.c) hand over what they cannot read without running code.
 */
import { failNotCallable, failNotEntry, failNotIterable } from "wo:intrinsics";

type Any = any;

export function isObject(value: Any): boolean {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Throws as the natives word it when `items` cannot be iterated. */
export function checkIterable(items: Any): void {
  if (items === undefined || items === null || typeof items[Symbol.iterator] !== "function") {
    failNotIterable(items);
  }
}

export function iterable_toArray(items: Any): Any[] {
  checkIterable(items);
  return [...items];
}

// Own enumerable string keys are read once; what a getter deletes meanwhile is passed over.
function isStill(object: Any, key: string): boolean {
  return Object.prototype.propertyIsEnumerable.call(object, key);
}

export function object_values(object: Any): Any[] {
  const out = [];
  for (const key of Object.keys(object)) {
    if (isStill(object, key)) out.push(object[key]);
  }
  return out;
}

export function object_entries(object: Any): Any[] {
  const out = [];
  for (const key of Object.keys(object)) {
    if (isStill(object, key)) out.push([key, object[key]]);
  }
  return out;
}

export function object_fromEntries(entries: Any): Any {
  // V8 says this of null too.
  if (entries === undefined || entries === null) throw new TypeError("undefined is not iterable");
  checkIterable(entries);
  const out: Any = {};
  for (const entry of entries) {
    if (!isObject(entry)) failNotEntry(entry);
    const key = entry[0];
    Object.defineProperty(out, key, {
      value: entry[1], writable: true, enumerable: true, configurable: true,
    });
  }
  return out;
}

export function object_groupBy(items: Any, fn: Any): Any {
  const out: Any = Object.create(null);
  if (items === undefined || items === null) throw new TypeError(`${items} is not iterable`);
  if (typeof fn !== "function") failNotCallable(fn);
  checkIterable(items);
  let index = 0;
  for (const item of items) {
    const key = fn(item, index++);
    const group = out[key];
    if (group === undefined) out[key] = [item];
    else group.push(item);
  }
  return out;
}

/** A descriptor with accessors for fields, read field by field into one of plain data. */
export function object_readDescriptor(descriptor: Any): Any {
  const out: Any = Object.create(null);
  if ("enumerable" in descriptor) out.enumerable = descriptor.enumerable;
  if ("configurable" in descriptor) out.configurable = descriptor.configurable;
  if ("value" in descriptor) out.value = descriptor.value;
  if ("writable" in descriptor) out.writable = descriptor.writable;
  if ("get" in descriptor) out.get = descriptor.get;
  if ("set" in descriptor) out.set = descriptor.set;
  return out;
}

export function object_defineProperties(object: Any, descriptors: Any): Any {
  if (!isObject(object)) throw new TypeError("Object.defineProperties called on non-object");
  if (descriptors === undefined || descriptors === null) {
    throw new TypeError("Cannot convert undefined or null to object");
  }
  // All are read before the first is defined.
  const keys: Any[] = [];
  const found: Any[] = [];
  const all: Any[] = Object.getOwnPropertyNames(descriptors);
  for (const key of all.concat(Object.getOwnPropertySymbols(descriptors))) {
    if (!isStill(descriptors, key)) continue;
    const descriptor = descriptors[key];
    if (!isObject(descriptor)) {
      throw new TypeError(`Property description must be an object: ${String(descriptor)}`);
    }
    keys.push(key);
    found.push(object_readDescriptor(descriptor));
  }
  for (let i = 0; i < keys.length; i++) Object.defineProperty(object, keys[i], found[i]);
  return object;
}

export function object_toLocaleString(this: Any): Any {
  if (this === undefined || this === null) {
    throw new TypeError("Object.prototype.toLocaleString called on null or undefined");
  }
  return this.toString();
}

/** What Function.prototype.apply passes: the elements of any array-like, holes as undefined. */
export function function_arguments(list: Any): Any[] {
  const out = [];
  const n = Math.min(Math.trunc(Number(list.length)) || 0, 65536);
  for (let i = 0; i < n; i++) out.push(list[i]);
  return out;
}

/** Error.prototype.toString where name or message take code to read. */
export function error_toString(this: Any): string {
  const name = this.name;
  const nameText = name === undefined ? "Error" : `${name}`;
  const message = this.message;
  const messageText = message === undefined ? "" : `${message}`;
  if (nameText === "") return messageText;
  return messageText === "" ? nameText : `${nameText}: ${messageText}`;
}
