/** Array, object and template literals. */
import { isIndex, loadKnown, nameOf } from "./emit-constants.ts";
import { evaluate, operand, operandInto } from "./emit-expressions.ts";
import { emitClosure, functionInfo } from "./emit-functions.ts";
import { expressionText, iterableText } from "./emit-names.ts";
import type { FunctionEmitter } from "./emit-state.ts";
import { type ast, isClass, isFunction, type Node, unwrap } from "./parse.ts";

/** Values that one instruction takes: bounds the window a literal needs. */
const runMax = 24;

// --- arrays ---

/** register = array of the elements; arguments of a call word their errors differently. */
export function emitArray(
  f: FunctionEmitter,
  elements: readonly (Node | null)[],
  register: number,
  isArguments = false,
): void {
  const mark = f.next;
  const simple =
    elements.length <= runMax &&
    elements.every((one) => one !== null && one.type !== "SpreadElement");
  if (simple) {
    const first = emitRun(f, elements, register, f.isTop(register));
    f.asm.op("ARRAY", register, first, elements.length);
    return f.release(mark);
  }
  const array = f.isTemp(register) ? register : f.temp();
  let made = false;
  for (let i = 0; i < elements.length; ) {
    const end = runEnd(elements, i);
    if (end > i) {
      const inner = f.next;
      const first = emitRun(f, elements.slice(i, end), array);
      f.asm.op(made ? "APPEND" : "ARRAY", array, first, end - i);
      f.release(inner);
      made = true;
      i = end;
      continue;
    }
    if (!made) f.asm.op("ARRAY", array, array, 0);
    made = true;
    i = appendOther(f, elements, i, array, isArguments);
  }
  f.asm.op("MOVE", register, array);
  f.release(mark);
}

/** Where the run of plain elements from `from` ends. */
function runEnd(elements: readonly (Node | null)[], from: number): number {
  let end = from;
  while (end < elements.length && end - from < runMax) {
    const element = elements[end];
    if (!element || element.type === "SpreadElement") break;
    end++;
  }
  return end;
}

/** Evaluates elements into registers in a row; answers the first. */
function emitRun(
  f: FunctionEmitter,
  elements: readonly (Node | null)[],
  register: number,
  inPlace = false,
): number {
  // The result may replace the first value.
  const first = elements.length === 0 || inPlace ? register : f.next;
  for (const [i, one] of elements.entries()) {
    if (one !== null) evaluateNamed(f, one, i === 0 && inPlace ? register : f.temp());
  }
  return first;
}

/** Appends a spread or a run of holes; answers where the elements go on. */
function appendOther(
  f: FunctionEmitter,
  elements: readonly (Node | null)[],
  at: number,
  array: number,
  isArguments: boolean,
): number {
  const element = elements[at];
  if (element?.type === "SpreadElement") {
    const mark = f.next;
    const { argument } = element;
    const value = operand(f, argument);
    f.at(argument);
    f.asm.callName(isArguments ? `...${expressionText(argument)}` : iterableText(argument));
    f.asm.op("SPREAD", array, value);
    f.release(mark);
    return at + 1;
  }
  let end = at;
  while (end < elements.length && elements[end] === null && end - at < 255) end++;
  f.asm.op("APPENDHOLE", array, end - at);
  return end;
}

// --- objects ---

export function emitObject(f: FunctionEmitter, node: ast.ObjectExpression, register: number): void {
  const mark = f.next;
  const { properties } = node;
  const keys = templateKeys(f, properties);
  const whole = keys.length === properties.length;
  const object = whole || f.isTemp(register) ? register : f.temp();
  if (keys.length === 0) f.asm.op("NEWOBJ", object, Math.min(255, properties.length));
  else {
    const values = properties
      .slice(0, keys.length)
      .flatMap((one) => (one.type === "Property" ? [one.value] : []));
    const first = emitRun(f, values, object, f.isTop(object));
    f.asm.bits("OBJECT", object, first, 0, f.program.template(keys));
  }
  for (const one of properties.slice(keys.length)) {
    const inner = f.next;
    if (one.type === "SpreadElement") {
      const source = operand(f, one.argument);
      f.at(one);
      f.asm.op("SPREADOBJ", object, source);
    } else emitProperty(f, one, object);
    f.release(inner);
  }
  f.asm.op("MOVE", register, object);
  f.release(mark);
}

/** Keys of the leading properties that one OBJECT instruction can make. */
function templateKeys(f: FunctionEmitter, properties: readonly ast.ObjectPropertyKind[]): string[] {
  const keys: string[] = [];
  for (const one of properties) {
    if (one.type === "SpreadElement" || one.kind !== "init" || keys.length >= runMax * 2) break;
    if (one.computed && needsName(f, one.value)) break;
    const key = nameOf(f, one.key, one.computed);
    if (key === undefined || keys.includes(key) || (key === "__proto__" && !one.shorthand)) break;
    if (one.method && functionInfo(f, one.value).usesHome) break;
    keys.push(key);
  }
  return keys;
}

/** A method value is a closure; every other value an expression. */
function evaluateNamed(f: FunctionEmitter, value: Node, register: number): void {
  if (isFunction(value)) emitClosure(f, value, register);
  else evaluate(f, value, register);
}

/** One property by itself: accessors, computed keys, methods with a home, `__proto__`. */
function emitProperty(f: FunctionEmitter, node: ast.ObjectProperty, object: number): void {
  f.at(node);
  const name = nameOf(f, node.key, node.computed);
  if (node.kind === "init" && !node.method) {
    if (name === "__proto__" && !node.computed && !node.shorthand) {
      return f.asm.op("SETPROTO", object, operand(f, node.value));
    }
    if (name !== undefined && !(node.computed && needsName(f, node.value))) {
      const value = operand(f, node.value);
      f.at(node);
      return f.asm.named("DEFPROP", object, value, name);
    }
    const key = emitKey(f, node.key, node.computed);
    const value = f.temp();
    evaluate(f, node.value, value);
    if (node.computed && needsName(f, node.value)) f.asm.op("SETNAME", value, key, 0);
    f.at(node);
    return f.asm.op("DEFELEM", object, key, value);
  }
  const key = emitKey(f, node.key, node.computed);
  emitMethodDefinition(
    f,
    node.value,
    node.kind === "init" ? "method" : node.kind,
    object,
    key,
    true,
  );
}

/** The key of a property or method, converted, in `register`. */
export function emitKey(
  f: FunctionEmitter,
  key: Node,
  computed: boolean,
  register: number = f.temp(),
): number {
  const name = !computed && key.type === "Identifier" ? key.name : undefined;
  if (name !== undefined) loadKnown(f, { value: name }, register);
  else if (!computed && key.type === "Literal") {
    const text = String(key.value);
    loadKnown(
      f,
      { value: isIndex(text) && Number(text) < 0x7fff_ffff ? Number(text) : text },
      register,
    );
  } else {
    evaluate(f, key, register);
    f.at(key);
    f.asm.op("TOKEY", register, register);
  }
  return register;
}

/** Defines a method or accessor half whose function is `value` under `key`. */
export function emitMethodDefinition(
  f: FunctionEmitter,
  value: Node,
  kind: "method" | "get" | "set",
  object: number,
  key: number,
  enumerable: boolean,
): void {
  const mark = f.next;
  const fn = f.temp();
  emitClosure(f, value, fn);
  if (functionInfo(f, value).name === "") {
    f.asm.op("SETNAME", fn, key, kind === "method" ? 0 : kind === "get" ? 1 : 2);
  }
  const ops = { method: "DEFMETHOD", get: "DEFGET", set: "DEFSET" } as const;
  f.at(value);
  f.asm.bits(ops[kind], object, key, fn, enumerable ? 1 : 0);
  f.release(mark);
}

/** An anonymous function or class that only its computed key can name. */
export function needsName(f: FunctionEmitter, expression: Node): boolean {
  const node = unwrap(expression);
  if (isFunction(node)) return functionInfo(f, node).name === "";
  if (!isClass(node) || node.id !== null) return false;
  return f.module.classes.get(node)?.init.name === "" && !hasStaticName(node);
}

function hasStaticName(node: ast.Class): boolean {
  return node.body.body.some(
    (one) =>
      "static" in one &&
      one.static &&
      "key" in one &&
      one.key.type === "Identifier" &&
      one.key.name === "name",
  );
}

// --- templates ---

/** A template literal: each value is converted as it is met, then all are joined. */
export function emitTemplate(
  f: FunctionEmitter,
  node: ast.TemplateLiteral,
  register: number,
): void {
  const mark = f.next;
  const first = f.next;
  let count = 0;
  const add = (): number => {
    if (count === runMax) {
      f.asm.op("CONCAT", first, first, count);
      f.release(first + 1);
      count = 1;
    }
    count++;
    return f.temp();
  };
  const single =
    node.expressions.length === 1 && node.quasis.every((quasi) => quasi.value.cooked === "");
  for (const [i, quasi] of node.quasis.entries()) {
    const text = quasi.value.cooked ?? "";
    if (text !== "") loadKnown(f, { value: text }, add());
    const expression = node.expressions[i];
    if (expression === undefined) continue;
    const inner = add();
    const value = operandInto(f, expression, inner);
    f.at(expression);
    if (single) f.asm.op("TOSTRING", register, value);
    else f.asm.op("TOPART", inner, value);
    f.release(inner + 1);
  }
  if (!single) f.asm.op("CONCAT", register, first, count);
  f.release(mark);
}
