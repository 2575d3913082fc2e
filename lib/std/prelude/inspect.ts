/**
 * How console prints values: the text of Node's util.inspect with its default options (depth 2,
 * lines of at most 80 columns, three levels on one line) and of util.format. In fiber code, because
 * it reads properties and may meet a getter of Symbol.toStringTag.
 */
import {
  inspectBoxed,
  inspectClass,
  inspectIsIdentifier,
  inspectIterator,
  inspectKeys,
  inspectKind,
  inspectOwn,
  inspectQuote,
  inspectSize,
  inspectWidth,
  writeError,
} from "wo:intrinsics";

type Any = any;

interface Context {
  /** Objects being printed, outermost first. */
  readonly seen: Any[];
  /** Objects met again inside themselves, with the number of their reference. */
  circular: Map<object, number> | undefined;
  indentation: number;
  /** Level of the object entered last, for the rule of three levels a line. */
  currentDepth: number;
  depth: number;
  readonly hidden: boolean;
}

// What a list of entries is printed in, and whether it may be set in columns.
interface Shape {
  open: string;
  close: string;
  base: string;
  list: boolean;
}

function newContext(depth: number, hidden: boolean): Context {
  return { seen: [], circular: undefined, indentation: 0, currentDepth: 0, depth, hidden };
}

function moreItems(count: number): string {
  return `... ${count} more item${count > 1 ? "s" : ""}`;
}

function emptyItems(count: number): string {
  return `<${count} empty item${count > 1 ? "s" : ""}>`;
}

function formatNumber(n: number): string {
  return Object.is(n, -0) ? "-0" : `${n}`;
}

// A long text with line ends is shown line by line, joined by plus signs.
function formatText(context: Context, text: string): string {
  let shown = text;
  let rest = "";
  if (text.length > 10000) {
    const left = text.length - 10000;
    shown = text.slice(0, 10000);
    rest = `... ${left} more character${left > 1 ? "s" : ""}`;
  }
  if (shown.length <= 16 || shown.length <= 80 - context.indentation - 4) {
    return inspectQuote(shown) + rest;
  }
  const lines: string[] = [];
  for (let at = 0; at < shown.length; ) {
    const end = shown.indexOf("\n", at);
    const next = end < 0 ? shown.length : end + 1;
    lines.push(inspectQuote(shown.slice(at, next)));
    at = next;
  }
  return lines.join(` +\n${" ".repeat(context.indentation + 2)}`) + rest;
}

function formatPrimitive(context: Context, value: Any): string {
  switch (typeof value) {
    case "string": return formatText(context, value);
    case "number": return formatNumber(value);
    case "bigint": return `${value}n`;
    case "symbol": return value.toString();
    default: return `${value}`;
  }
}

function formatValue(context: Context, value: Any, level: number): string {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) {
    return formatPrimitive(context, value);
  }
  if (context.seen.includes(value)) {
    context.circular ??= new Map();
    let index = context.circular.get(value);
    if (index === undefined) {
      index = context.circular.size + 1;
      context.circular.set(value, index);
    }
    return `[Circular *${index}]`;
  }
  return formatObject(context, value, level);
}

// --- names ---

// The name of the class; null without a prototype.
function className(context: Context, value: Any, level: number): string | null {
  const name = inspectClass(value);
  if (name !== undefined) return name;
  // No constructor is found all along the prototypes.
  if (level > context.depth) return "Object <Complex prototype>";
  const proto = Object.getPrototypeOf(value);
  const above = className(context, proto, level + 1);
  return `Object <${above ?? formatValue(newContext(-1, false), proto, 0)}>`;
}

// A string under Symbol.toStringTag that is not printed as a property anyway.
function tagOf(context: Context, value: Any): string {
  const tag = value[Symbol.toStringTag];
  if (typeof tag !== "string" || tag === "") return "";
  const own = inspectOwn(value, Symbol.toStringTag);
  const printed = context.hidden ? own !== 0 : own !== 0 && own < 8;
  return printed ? "" : tag;
}

function prefix(name: string | null, tag: string, fallback: string, size: string): string {
  if (name === null) {
    const extra = tag !== "" && tag !== fallback ? `[${tag}] ` : "";
    return `[${fallback}${size}: null prototype] ${extra}`;
  }
  return tag !== "" && tag !== name ? `${name}${size} [${tag}] ` : `${name}${size} `;
}

function functionBase(value: Any, kind: string, name: string | null, tag: string): string {
  const extra = tag !== "" && tag !== name ? ` [${tag}]` : "";
  if (kind === "class") {
    const own = inspectOwn(value, "name") !== 0 && value.name ? value.name : "(anonymous)";
    const of = name !== "Function" && name !== null ? ` [${name}]` : "";
    const parent = name === null ? "[null prototype]" : Object.getPrototypeOf(value).name;
    return `[class ${own}${of}${extra}${parent ? ` extends ${parent}` : ""}]`;
  }
  const orphan = name === null ? " (null prototype)" : "";
  const called = value.name === "" ? " (anonymous)" : `: ${value.name}`;
  const of = name !== "Function" && name !== null ? ` ${name}` : "";
  return `[Function${orphan}${called}]${of}${extra}`;
}

function boxedBase(context: Context, value: Any, name: string | null, tag: string): string {
  const inside = inspectBoxed(value) as Any;
  const type = Object(inside).constructor.name;
  const of = name === type ? "" : name === null ? " (null prototype)" : ` (${name})`;
  const extra = tag !== "" && tag !== name ? ` [${tag}]` : "";
  return `[${type}${of}: ${formatPrimitive(newContext(0, false), inside)}]${extra}`;
}

// --- errors ---

function stackText(error: Any): string {
  return error.stack ? `${error.stack}` : Error.prototype.toString.call(error);
}

// The longest run of equal lines: where it starts in `frames`, and how long it is.
function commonFrames(frames: string[], others: string[]): { start: number; length: number } {
  for (let i = 0; i + 3 < frames.length; i++) {
    const at = others.indexOf(frames[i] as string);
    if (at < 0) continue;
    const most = Math.min(frames.length - i, others.length - at);
    let length = 1;
    while (length < most && frames[i + length] === others[at + length]) length++;
    if (length > 3) return { start: i, length };
  }
  return { start: 0, length: 0 };
}

function frameLines(error: Any, text: string): string[] {
  const frames = text.split("\n");
  const cause = error.cause;
  if (!isError(cause)) return frames;
  const other = stackText(cause);
  const at = other.indexOf("\n    at");
  if (at < 0) return frames;
  const { start, length } = commonFrames(frames, other.slice(at + 1).split("\n"));
  if (length > 3) {
    const left = `    ... ${length - 2} lines matching cause stack trace ...`;
    frames.splice(start + 1, length - 2, left);
  }
  return frames;
}

function isError(value: Any): boolean {
  if (typeof value !== "object" || value === null) return false;
  return inspectKind(value) === "error" || value instanceof Error;
}

// Puts the class in front where the stack only says the name it inherited.
function namedStack(stack: string, name: string | null, label: string, tag: string): string {
  const regular =
    label.endsWith("Error") && stack.startsWith(label) &&
    (stack.length === label.length || stack[label.length] === ":" || stack[label.length] === "\n");
  if (name !== null && !regular) return stack;
  let length = label.length;
  let fallback = "Error";
  if (name === null) {
    const end = stack.indexOf(":");
    const word = end < 0 ? stack.split("\n")[0] as string : stack.slice(0, end);
    fallback = word.endsWith("Error") ? word : "";
    length = fallback.length;
    if (fallback === "") fallback = "Error";
  }
  const wanted = prefix(name, tag, fallback, "").slice(0, -1);
  if (label === wanted) return stack;
  if (!wanted.includes(label)) return `${wanted} [${label}]${stack.slice(length)}`;
  return length === 0 ? `${wanted}: ${stack}` : `${wanted}${stack.slice(length)}`;
}

// The text of an error; takes out of `keys` what it already says and adds cause and errors.
function errorBase(
  context: Context, error: Any, name: string | null, tag: string, keys: Any[],
): string {
  const label = error.name !== undefined && error.name !== null ? `${error.name}` : "Error";
  let stack = stackText(error);
  if (!context.hidden) {
    for (const key of ["name", "message", "stack"]) {
      const at = keys.indexOf(key);
      if (at < 0) continue;
      if (typeof error[key] !== "string" || stack.includes(error[key])) keys.splice(at, 1);
    }
  }
  if ("cause" in error && !keys.includes("cause")) keys.push("cause");
  if (Array.isArray(error.errors) && !keys.includes("errors")) keys.push("errors");
  stack = namedStack(stack, name, label, tag);
  let from = error.message ? stack.indexOf(error.message) : -1;
  if (from >= 0) from += error.message.length;
  const frames = stack.indexOf("\n    at", from);
  if (frames < 0) {
    stack = `[${stack}]`;
  } else {
    const lines = frameLines(error, stack.slice(frames + 1));
    stack = `${stack.slice(0, frames)}\n${lines.join("\n")}`;
  }
  if (context.indentation === 0) return stack;
  return stack.replaceAll("\n", `\n${" ".repeat(context.indentation)}`);
}

// --- entries ---

// A property as `key: value`, or only its value for an element of a list.
function formatProperty(
  context: Context, object: Any, level: number, key: Any, element: boolean,
): string {
  const how = inspectOwn(object, key);
  const what = how % 8;
  let text: string;
  if (what <= 1) {
    context.indentation += 2;
    text = formatValue(context, object[key], level);
    context.indentation -= 2;
  } else {
    const texts = ["[Getter]", "[Setter]", "[Getter/Setter]", "undefined"];
    text = texts[what - 2] as string;
  }
  if (element) return text;
  if (typeof key === "symbol") return `[${key.toString()}]: ${text}`;
  if (key === "__proto__") return `['__proto__']: ${text}`;
  if (how >= 8) return `[${key}]: ${text}`;
  return `${inspectIsIdentifier(key) ? key : inspectQuote(key)}: ${text}`;
}

function isIndex(key: string): boolean {
  const n = Number(key);
  return n >= 0 && n < 4294967295 && Math.trunc(n) === n && `${n}` === key;
}

// An array with holes: `shown` entries at most, runs of holes being one each.
function formatSparse(context: Context, list: Any, level: number, shown: number): string[] {
  const out: string[] = [];
  let index = 0;
  for (const key of Object.keys(list)) {
    if (out.length >= shown || !isIndex(key)) break;
    const at = Number(key);
    if (at !== index) {
      const empty = at - index;
      out.push(emptyItems(empty));
      index = at;
      if (out.length === shown) break;
    }
    out.push(formatProperty(context, list, level, at, true));
    index++;
  }
  const left = list.length - index;
  if (left > 0) {
    out.push(out.length === shown ? moreItems(left) : emptyItems(left));
  }
  return out;
}

function formatArray(context: Context, list: Any, level: number): string[] {
  const shown = Math.min(100, list.length);
  const out: string[] = [];
  for (let i = 0; i < shown; i++) {
    if (list[i] === undefined && inspectOwn(list, i as Any) === 0) {
      return formatSparse(context, list, level, shown);
    }
    out.push(formatProperty(context, list, level, i, true));
  }
  if (list.length > shown) out.push(moreItems(list.length - shown));
  return out;
}

function formatBytes(bytes: Any): string[] {
  const shown = Math.min(100, bytes.length);
  const out: string[] = [];
  for (let i = 0; i < shown; i++) out.push(`${bytes[i]}`);
  if (bytes.length > shown) out.push(moreItems(bytes.length - shown));
  return out;
}

function formatItems(context: Context, items: Any, count: number, level: number): string[] {
  const out: string[] = [];
  context.indentation += 2;
  for (const item of items) {
    if (out.length === 100) break;
    out.push(formatValue(context, item, level));
  }
  context.indentation -= 2;
  if (count > 100) out.push(moreItems(count - 100));
  return out;
}

function formatMap(context: Context, map: Map<Any, Any>, level: number): string[] {
  const out: string[] = [];
  context.indentation += 2;
  for (const [key, value] of Map.prototype.entries.call(map)) {
    if (out.length === 100) break;
    out.push(`${formatValue(context, key, level)} => ${formatValue(context, value, level)}`);
  }
  context.indentation -= 2;
  const size = inspectSize(map);
  if (size > 100) out.push(moreItems(size - 100));
  return out;
}

// What is left in the iterator of a Map: pairs are lists of their own.
function formatPairs(context: Context, pairs: Any[], level: number): string[] {
  const out: string[] = [];
  context.indentation += 2;
  for (let i = 0; i < pairs.length && out.length < 100; i += 2) {
    const pair = [formatValue(context, pairs[i], level), formatValue(context, pairs[i + 1], level)];
    const shape = { open: "[", close: "]", base: "", list: true };
    out.push(layOut(context, pair, shape, level, undefined));
  }
  context.indentation -= 2;
  if (pairs.length > 200) out.push(moreItems(pairs.length / 2 - 100));
  return out;
}

// --- objects ---

// How the object is introduced, by its kind. `base` alone is printed when there are no entries.
function shapeOf(context: Context, value: Any, kind: string, level: number, keys: Any[]): Shape {
  const name = className(context, value, level);
  const tag = tagOf(context, value);
  const braces = (open: string, list: boolean): Shape => ({
    open: open + (list ? "[" : "{"), close: list ? "]" : "}", base: "", list,
  });
  const base = (text: string): Shape => ({ open: "{", close: "}", base: text, list: false });
  switch (kind) {
    case "array":
      if (name === "Array" && tag === "") return braces("", true);
      return braces(prefix(name, tag, "Array", `(${value.length})`), true);
    case "bytes": return braces(prefix(name, tag, "Uint8Array", `(${value.length})`), true);
    case "map": return braces(prefix(name, tag, "Map", `(${inspectSize(value)})`), false);
    case "set": return braces(prefix(name, tag, "Set", `(${inspectSize(value)})`), false);
    case "iterator": return braces(iteratorName(value, name, tag), false);
    case "function":
    case "class": return base(functionBase(value, kind, name, tag));
    case "error": return base(errorBase(context, value, name, tag, keys));
    case "boxed": return base(boxedBase(context, value, name, tag));
  }
  if (value instanceof Error) return base(errorBase(context, value, name, tag, keys));
  return braces(name === "Object" && tag === "" ? "" : prefix(name, tag, "Object", ""), false);
}

// Iterators of Map and Set are shown with what is left in them, others as objects.
function iteratorName(value: Any, name: string | null, tag: string): string {
  const [type, , entries] = inspectIterator(value);
  if (type === "") return prefix(name, tag, "Object", "");
  const own = `${type} Iterator`;
  const text = tag === own ? own : tag === "" ? own : `${tag}] [${own}`;
  return `[${entries ? text.slice(0, -8) + "Entries" : text}] `;
}

function entriesOf(context: Context, value: Any, kind: string, level: number): string[] {
  switch (kind) {
    case "array": return formatArray(context, value, level);
    case "bytes": return formatBytes(value);
    case "map": return formatMap(context, value, level);
    case "set":
      return formatItems(context, Set.prototype.values.call(value), inspectSize(value), level);
    case "iterator": {
      const [type, items, entries] = inspectIterator(value);
      if (type === "") return [];
      if (entries) return formatPairs(context, items, level);
      return formatItems(context, items, items.length, level);
    }
  }
  return [];
}

function formatObject(context: Context, value: Any, level: number): string {
  const kind = inspectKind(value);
  const keys = inspectKeys(value, context.hidden);
  const shape = shapeOf(context, value, kind, level, keys);
  if (keys.length === 0 && isEmpty(value, kind)) {
    return shape.base !== "" ? shape.base : shape.open + shape.close;
  }
  if (level > context.depth) return tooDeep(context, value, kind, level);
  context.seen.push(value);
  context.currentDepth = level + 1;
  const out = entriesOf(context, value, kind, level + 1);
  for (const key of keys) out.push(formatProperty(context, value, level + 1, key, false));
  const index = context.circular?.get(value);
  if (index !== undefined) {
    shape.base = shape.base === "" ? `<ref *${index}>` : `<ref *${index}> ${shape.base}`;
  }
  context.seen.pop();
  return layOut(context, out, shape, level + 1, value);
}

// What stands for an object below the last level.
function tooDeep(context: Context, value: Any, kind: string, level: number): string {
  const name = className(context, value, level);
  const fallback = kind === "array" ? "Array" : "Object";
  const text = prefix(name, tagOf(context, value), fallback, "").slice(0, -1);
  return name === null ? text : `[${text}]`;
}

// Nothing to list besides properties.
function isEmpty(value: Any, kind: string): boolean {
  switch (kind) {
    case "array":
    case "bytes": return value.length === 0;
    case "map":
    case "set": return inspectSize(value) === 0;
    case "iterator": return inspectIterator(value)[0] === "";
  }
  return true;
}

// --- layout ---

// Entries of a list in columns of equal width, when they are short and alike enough.
function inColumns(context: Context, out: string[], value: Any): string[] {
  // "... n more items" stays outside the columns.
  const count = out.length > 100 ? out.length - 1 : out.length;
  const widths: number[] = [];
  let total = 0;
  let widest = 0;
  for (let i = 0; i < count; i++) {
    const width = inspectWidth(out[i] as string);
    widths.push(width);
    total += width + 2;
    if (width > widest) widest = width;
  }
  const column = widest + 2;
  if (column * 3 + context.indentation >= 80 || (total / column <= 5 && widest > 6)) return out;
  // Near a square on the screen, where a character is two and a half times as high as wide.
  const biased = Math.max(column - 3 - Math.sqrt(column - total / out.length), 1);
  const square = Math.round(Math.sqrt(2.5 * biased * count) / biased);
  const columns = Math.min(square, Math.floor((80 - context.indentation) / column), 12, 15);
  if (columns <= 1) return out;
  const columnWidths: number[] = [];
  for (let i = 0; i < columns; i++) {
    let width = 0;
    for (let j = i; j < count; j += columns) width = Math.max(width, widths[j] as number);
    columnWidths.push(width + 2);
  }
  let numbers = value !== undefined;
  for (let i = 0; numbers && i < out.length; i++) {
    numbers = typeof value[i] === "number" || typeof value[i] === "bigint";
  }
  const lines: string[] = [];
  for (let i = 0; i < count; i += columns) {
    const end = Math.min(i + columns, count);
    let line = "";
    for (let j = i; j < end; j++) {
      const text = out[j] as string;
      const last = j === end - 1;
      const gap = " ".repeat((columnWidths[j - i] as number) - 2 - (widths[j] as number));
      if (numbers) line += last ? gap + text : `${gap}${text}, `;
      else line += last ? text : `${text}, ${gap}`;
    }
    lines.push(line);
  }
  if (count < out.length) lines.push(out[count] as string);
  return lines;
}

function fitsOneLine(out: string[], start: number, base: string): boolean {
  let total = out.length + start;
  if (total + out.length > 80) return false;
  for (const text of out) {
    total += text.length;
    if (total > 80) return false;
  }
  return base === "" || !base.includes("\n");
}

// All on one line when it fits and holds at most three levels, else one entry a line.
function layOut(
  context: Context, entries: string[], shape: Shape, level: number, value: Any,
): string {
  const out = shape.list && entries.length > 6 ? inColumns(context, entries, value) : entries;
  const lead = shape.base === "" ? "" : `${shape.base} `;
  if (context.currentDepth - level < 3 && out.length === entries.length) {
    const start = out.length + context.indentation + shape.open.length + shape.base.length + 10;
    if (fitsOneLine(out, start, shape.base)) {
      const line = out.join(", ");
      if (!line.includes("\n")) return `${lead}${shape.open} ${line} ${shape.close}`;
    }
  }
  const indent = `\n${" ".repeat(context.indentation)}`;
  return `${lead}${shape.open}${indent}  ${out.join(`,${indent}  `)}${indent}${shape.close}`;
}

// --- format ---

function inspect(value: Any, depth: number, hidden: boolean): string {
  return formatValue(newContext(depth, hidden), value, 0);
}

// Whether the object's own way to become a string is the library's.
function hasLibraryToString(value: Any): boolean {
  const own = typeof value[Symbol.toPrimitive] === "function" && inspectKind(value) !== "boxed";
  if (own) return false;
  if (typeof value.toString !== "function") return true;
  let holder = value;
  while (inspectOwn(holder, "toString") === 0) holder = Object.getPrototypeOf(holder);
  if (holder === value) return false;
  if (inspectOwn(holder, "constructor") % 8 !== 1) return false;
  return typeof holder.constructor === "function" && isLibraryName(holder.constructor.name);
}

// By name, as Node does it: a class of the program that is called like one of the library counts.
function isLibraryName(name: string): boolean {
  switch (name) {
    case "Object": case "Function": case "Array": case "String": case "Number": case "Boolean":
    case "Symbol": case "BigInt": case "Map": case "Set": case "WeakMap": case "WeakSet":
    case "WeakRef": case "ArrayBuffer": case "DataView": case "Date":
    case "RegExp": case "Iterator": case "Error": case "TypeError": case "RangeError":
    case "ReferenceError": case "SyntaxError": case "EvalError": case "URIError":
    case "AggregateError": case "SuppressedError":
      return true;
  }
  return false;
}

function formatSpecifier(kind: string, value: Any): string | undefined {
  switch (kind) {
    case "s":
      if (typeof value === "number") return formatNumber(value);
      if (typeof value === "bigint") return `${value}n`;
      if (typeof value !== "object" || value === null || !hasLibraryToString(value)) {
        return typeof value === "symbol" ? value.toString() : `${value}`;
      }
      return inspect(value, 0, false);
    case "d":
      if (typeof value === "bigint") return `${value}n`;
      return formatNumber(typeof value === "symbol" ? NaN : Number(value));
    case "i":
      if (typeof value === "bigint") return `${value}n`;
      return formatNumber(typeof value === "symbol" ? NaN : parseInt(value));
    case "f": return formatNumber(typeof value === "symbol" ? NaN : parseFloat(value));
    case "j": return formatJson(value);
    case "o": return inspect(value, 4, true);
    case "O": return inspect(value, 2, false);
    case "c": return "";
  }
  return undefined;
}

function formatJson(value: Any): string {
  try {
    return `${JSON.stringify(value)}`;
  } catch (error: Any) {
    const circular = error instanceof TypeError && error.message.includes("circular structure");
    if (!circular) throw error;
    return "[Circular]";
  }
}

export function console_format(...values: Any[]): string {
  const first = values[0];
  let used = 0;
  let text = "";
  if (typeof first === "string") {
    if (values.length === 1) return first;
    let done = 0;
    let at = first.indexOf("%");
    for (; at >= 0 && at < first.length - 1; at = first.indexOf("%", at)) {
      const kind = first.charAt(at + 1);
      if (kind === "%") {
        text += first.slice(done, at + 1);
        done = at + 2;
        at = done;
        continue;
      }
      const part = used + 1 < values.length ? formatSpecifier(kind, values[used + 1]) : undefined;
      if (part !== undefined) {
        text += first.slice(done, at) + part;
        done = at + 2;
        used++;
      }
      at += 2;
    }
    text += first.slice(done);
    used++;
  }
  for (let i = used; i < values.length; i++) {
    if (i > 0) text += " ";
    text += typeof values[i] === "string" ? values[i] : inspect(values[i], 2, false);
  }
  return text;
}

export function console_assert(condition?: Any, ...values: Any[]): void {
  if (condition) return;
  values[0] = values.length === 0 ? "Assertion failed" : `Assertion failed: ${values[0]}`;
  writeError(console_format(...values));
}
