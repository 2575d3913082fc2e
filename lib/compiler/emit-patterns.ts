/** Destructuring: patterns that declare names, and patterns that assign. */
import type { Label } from "./assemble.ts";
import { assignTarget, prepareTarget, type Target } from "./emit-assignments.ts";
import { assignableRegister, initialize, reserve } from "./emit-bindings.ts";
import { patternNames } from "./names.ts";
import { nameOf } from "./emit-constants.ts";
import { evaluate } from "./emit-expressions.ts";
import { emitKey } from "./emit-literals.ts";
import { expressionText, iterableText } from "./emit-names.ts";
import type { FunctionEmitter } from "./emit-state.ts";
import { type ast, type Node, unwrap } from "./parse.ts";
import type { Binding } from "./scope.ts";

export interface PatternOptions {
  /** Names are initialized, not assigned. */
  readonly declare: boolean;
  /** The expression whose value is taken apart, for the text of errors. */
  readonly subject?: Node;
  /** How an object that cannot be taken apart reads; "": as its value does. */
  readonly objectText?: string;
  /** How something that cannot be iterated reads. */
  readonly subjectText?: string;
}

/** The bindings of the names in a declaring pattern. */
export function patternBindings(f: FunctionEmitter, pattern: Node): Binding[] {
  return patternNames(pattern).map((name) => f.declared(name));
}

/** Gives bindings their registers, so that a pattern can fill them; `made` collects the new ones. */
export function reserveNames(
  f: FunctionEmitter,
  bindings: readonly Binding[],
  made: Binding[] = [],
): void {
  for (const binding of bindings) {
    if (!f.registers.has(binding)) made.push(binding);
    reserve(f, binding);
  }
}

/** Takes the value in `source` apart; the names of a declaring pattern have their registers. */
export function bindPattern(
  f: FunctionEmitter,
  pattern: Node,
  source: number,
  options: PatternOptions,
): void {
  const mark = f.next;
  f.at(pattern);
  if (pattern.type === "ArrayPattern") bindArray(f, pattern, source, options);
  else if (pattern.type === "ObjectPattern") bindObject(f, pattern, source, options);
  else assignElement(f, elementTarget(f, pattern, options), source, options);
  f.release(mark);
}

/** A target with its default taken off. */
interface Element {
  readonly target:
    | Target
    | { readonly kind: "declared"; readonly binding: Binding; readonly node: Node };
  readonly fallback: Node | undefined;
}

function elementTarget(f: FunctionEmitter, element: Node, options: PatternOptions): Element {
  const node = unwrap(element);
  const fallback = node.type === "AssignmentPattern" ? node.right : undefined;
  const left = node.type === "AssignmentPattern" ? unwrap(node.left) : node;
  if (options.declare && left.type === "Identifier") {
    return { target: { kind: "declared", binding: f.declared(left), node: left }, fallback };
  }
  if (left.type === "ArrayPattern" || left.type === "ObjectPattern") {
    return { target: { kind: "pattern", node: left }, fallback };
  }
  return {
    target: prepareTarget(f, left, ...(fallback === undefined ? [] : [fallback])),
    fallback,
  };
}

/** element = value, or its default when that is undefined; the register is overwritten then. */
function assignElement(
  f: FunctionEmitter,
  { target, fallback }: Element,
  value: number,
  options: PatternOptions,
): void {
  if (fallback !== undefined) {
    const given = f.asm.label();
    f.asm.branch("JNUNDEF", value, given);
    evaluate(f, fallback, value);
    f.asm.place(given);
  }
  if (target.kind === "declared") initialize(f, target.binding, value);
  else if (target.kind === "pattern")
    bindPattern(f, target.node, value, { declare: options.declare });
  else assignTarget(f, target, value);
}

// --- objects ---

function bindObject(
  f: FunctionEmitter,
  pattern: ast.ObjectPattern | ast.ObjectAssignmentTarget,
  source: number,
  options: PatternOptions,
): void {
  const text = options.subject === undefined ? options.objectText : expressionText(options.subject);
  const properties: readonly Node[] = pattern.properties;
  const first = properties[0];
  // Reading the first property finds out, and says so; a computed key would run too early.
  const named = first?.type === "Property" && !first.computed;
  if (!named) checkObject(f, source, text);
  const rest = properties.at(-1)?.type === "RestElement";
  const keys = rest ? f.temp(Math.max(1, properties.length - 1)) : -1;
  for (const [i, property] of properties.entries()) {
    const mark = f.next;
    if (property.type === "RestElement") {
      const element = elementTarget(f, property.argument, options);
      const value = f.temp();
      f.asm.op("ARRAY", value, keys, properties.length - 1);
      f.at(property);
      f.asm.op("RESTOBJ", value, source, value);
      assignElement(f, element, value, options);
    } else if (property.type === "Property") {
      const keyRegister = rest ? keys + i : undefined;
      const shown = i === 0 && named && isNamed(property.value) ? text : undefined;
      bindProperty(f, property, source, keyRegister, shown, options);
    }
    f.release(mark);
  }
}

/** V8 names the object unless the first property has a default or goes to a member. */
function isNamed(value: Node): boolean {
  const node = unwrap(value);
  return node.type !== "AssignmentPattern" && node.type !== "MemberExpression";
}

/** One `key: target = default`; `keyRegister` keeps the key for a rest behind it. */
function bindProperty(
  f: FunctionEmitter,
  property: { readonly key: Node; readonly computed: boolean; readonly value: Node },
  source: number,
  keyRegister: number | undefined,
  text: string | undefined,
  options: PatternOptions,
): void {
  const name = nameOf(f, property.key, property.computed);
  let key: number | undefined;
  if (name === undefined || keyRegister !== undefined) {
    key = emitKey(f, property.key, property.computed, keyRegister);
  }
  const element = elementTarget(f, property.value, options);
  const value = valueRegister(f, element);
  f.at(property.key);
  if (text !== undefined) f.asm.callName(text);
  if (name !== undefined) f.asm.named("GETPROP", value, source, name);
  else f.asm.op("GETELEM", value, source, key ?? 0);
  assignElement(f, element, value, options);
}

/** Where the value of an element is made: the register of the name, where nothing can see it yet. */
function valueRegister(f: FunctionEmitter, { target }: Element): number {
  if (
    target.kind === "declared" &&
    target.binding.storage.kind === "register" &&
    !target.binding.needsCheck &&
    target.binding.kind !== "var"
  ) {
    return f.registers.get(target.binding) ?? f.temp();
  }
  return f.temp();
}

/** "Cannot destructure 'x' as it is undefined." where no property access would say it. */
function checkObject(f: FunctionEmitter, source: number, text: string | undefined): void {
  const fine = f.asm.label();
  const isUndefined = f.asm.label();
  const fail = (value: string): void => {
    const shown = text === undefined || text === "" ? value : text;
    f.asm.wide("FAIL", 1, f.asm.string(`Cannot destructure '${shown}' as it is ${value}.`));
  };
  f.asm.branch("JNNULLISH", source, fine);
  f.asm.branch("JUNDEF", source, isUndefined);
  fail("null");
  f.asm.place(isUndefined);
  fail("undefined");
  f.asm.place(fine);
}

// --- arrays ---

function bindArray(
  f: FunctionEmitter,
  pattern: ast.ArrayPattern | ast.ArrayAssignmentTarget,
  source: number,
  options: PatternOptions,
): void {
  const elements: readonly (Node | null)[] = pattern.elements;
  const window = f.temp(4);
  const text = arrayText(options);
  if (text !== undefined) f.asm.callName(text);
  f.asm.op("ITER", window, source);
  const range = f.asm.range();
  const next = (label: Label): void => {
    const start = f.asm.pc;
    f.at(pattern);
    f.asm.compare("NEXT", window, 0, label);
    range.gaps.push({ start, end: f.asm.pc });
  };
  for (const element of elements) {
    const mark = f.next;
    bindItem(f, element, window, next, options);
    f.release(mark);
  }
  const last = elements.at(-1);
  // A rest has run the iterator to its end.
  const guarded = elements.some((one) => mayThrow(f, one, options.declare));
  closeIterator(f, window, range, last?.type !== "RestElement", guarded, pattern);
}

/** One element of an array pattern: from the iterator to its target. */
function bindItem(
  f: FunctionEmitter,
  element: Node | null,
  window: number,
  next: (label: Label) => void,
  options: PatternOptions,
): void {
  const done = f.asm.label();
  if (element === null) {
    next(done);
    return f.asm.place(done);
  }
  if (element.type === "RestElement") {
    const target = elementTarget(f, element.argument, options);
    const array = f.temp();
    const top = f.asm.label();
    f.asm.op("ARRAY", array, array, 0);
    f.asm.place(top, f.asm.live);
    next(done);
    f.asm.op("APPEND", array, window + 3, 1);
    f.asm.jump(top);
    f.asm.place(done);
    return assignElement(f, target, array, options);
  }
  const target = elementTarget(f, element, options);
  // A finished iterator answers undefined: with or without a value, the code is the same.
  next(done);
  f.asm.place(done);
  assignElement(f, target, window + 3, options);
}

/** Elements that are more than a variable: what they run may throw, and the iterator is closed then. */
function mayThrow(f: FunctionEmitter, element: Node | null, declare: boolean): boolean {
  if (element === null) return false;
  const target = unwrap(element.type === "RestElement" ? element.argument : element);
  if (target.type !== "Identifier") return true;
  return !declare && assignableRegister(f, f.declared(target)) === undefined;
}

function closeIterator(
  f: FunctionEmitter,
  window: number,
  range: ReturnType<FunctionEmitter["asm"]["range"]>,
  open: boolean,
  guarded: boolean,
  place: Node,
): void {
  const handler = f.asm.label();
  const end = f.asm.label();
  const completion = f.temp(2);
  if (guarded) f.asm.cover(range, "finally", handler, completion);
  f.at(place);
  if (open) f.asm.op("ITERCLOSE", window, 0);
  if (!handler.used) return;
  f.asm.jump(end);
  f.asm.place(handler);
  f.asm.op("ITERCLOSE", window, 1);
  f.asm.op("ENDFINALLY", completion);
  f.asm.place(end);
}

function arrayText(options: PatternOptions): string | undefined {
  if (options.subject === undefined || !options.declare) return options.subjectText;
  const node = unwrap(options.subject);
  switch (node.type) {
    case "Identifier":
    case "ThisExpression":
    case "Literal":
    case "CallExpression":
    case "NewExpression":
    case "ConditionalExpression":
    case "ObjectExpression":
      return iterableText(node);
    default:
      return undefined;
  }
}
