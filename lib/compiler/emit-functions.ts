/** Functions: making closures, and emitting the body of one. */
import { Special, TooLarge } from "./assemble.ts";
import {
  closeScope,
  directRegister,
  initialize,
  loadBinding,
  openBindings,
  thisRegister,
} from "./emit-bindings.ts";
import { emitFields, hasFields } from "./emit-classes.ts";
import { emitReturn } from "./emit-exits.ts";
import { evaluate, operand } from "./emit-expressions.ts";
import { bindPattern, patternBindings, reserveNames } from "./emit-patterns.ts";
import { FunctionEmitter, type ProgramContext } from "./emit-state.ts";
import { emitBody, emitReturnValue } from "./emit-statements.ts";
import { FunctionFlag, type ImageCapture, type ImageFunction } from "./image.ts";
import {
  type ast,
  children,
  isClass,
  isErased,
  isFunction,
  type Node,
  parametersOf,
  positionOf,
} from "./parse.ts";
import type { Binding, FunctionInfo } from "./scope.ts";

const capturesMax = 255;

// --- making closures ---

/** register = the function of `node`; `self` is the binding it initializes, if it does. */
export function emitClosure(
  f: FunctionEmitter,
  node: Node,
  register: number,
  self?: Binding,
): void {
  const fn = functionInfo(f, node);
  if (fn.topLevel) return f.asm.wide("LOADFN", register, fn.index);
  recordCaptures(f, fn, register, self);
  f.asm.wide("CLOSURE", register, fn.index);
  patchSelf(f, fn, register, self);
}

export function functionInfo(f: FunctionEmitter, node: Node): FunctionInfo {
  const fn = f.module.functions.get(node);
  if (fn === undefined) throw new Error(`no function for ${node.type} at ${node.start}`);
  return fn;
}

/** Notes where the captures of `fn` are at this point, where its maker runs. */
export function recordCaptures(
  f: FunctionEmitter,
  fn: FunctionInfo,
  register: number,
  self: Binding | undefined,
): void {
  if (!f.asm.live) return;
  if (fn.captures.length > capturesMax)
    throw new TooLarge("too many captured variables", capturesMax);
  const captures = fn.captures.map((capture): ImageCapture => {
    const { binding, from } = capture;
    // The value of a function's own name is patched in by SELFCAP once it exists.
    const own = binding === self && !f.registers.has(binding) ? register : undefined;
    const index = from === "capture" ? capture.index : (own ?? f.registerOf(binding));
    return { from, index, boxed: binding.storage.kind === "box", name: binding.name };
  });
  const earlier = f.program.captures.get(fn);
  const same =
    earlier?.every(
      (one, i) => one.from === captures[i]?.from && one.index === captures[i]?.index,
    ) ?? true;
  // Code emitted twice (fields, for each super call) must find variables at the same places.
  if (!same) throw new TooLarge("a class whose constructor calls super() at several places", 1);
  f.program.captures.set(fn, captures);
}

export function patchSelf(
  f: FunctionEmitter,
  fn: FunctionInfo,
  register: number,
  self: Binding | undefined,
): void {
  if (self === undefined || self.storage.kind !== "register" || !f.isOwn(self)) return;
  for (const [i, capture] of fn.captures.entries()) {
    if (capture.binding === self && capture.from === "register") f.asm.op("SELFCAP", register, i);
  }
}

// --- emitting one ---

/** The code and tables of one function. */
export function emitFunction(program: ProgramContext, info: FunctionInfo): ImageFunction {
  const f = new FunctionEmitter(program, info);
  const node = info.node;
  f.at(node);
  const shape = isFunction(node) ? parameterShape(node) : noParameters(info);
  f.temp(shape.params + (shape.rest ? 1 : 0));
  const scope = { scope: info.scope, next: f.next, exits: 0 };
  openPseudo(f);
  const constructed = info.kind === "constructor" || info.kind === "derived";
  if (constructed) f.constructs = classOf(f);
  if (info.kind === "constructor") emitFields(f);
  if (isFunction(node)) emitParameters(f, node);
  emitCode(f, node);
  if (f.asm.live) emitReturn(f, undefined);
  closeScope(f, scope);
  const { line, column } = positionOf(info.module.lineStarts, node.start);
  return {
    name: info.name,
    file: info.module.path,
    line,
    column,
    flags: flagsOf(info, shape.rest),
    params: shape.params,
    length: shape.length,
    inlineHint: inlineHint(f),
    code: f.asm.finish(info.module.lineStarts),
    captures: program.captures.get(info) ?? unreachable(info),
    snapshot: [...info.snapshot].sort((a, b) => a - b),
  };
}

/** Captures of a function whose maker can never run. */
function unreachable(info: FunctionInfo): ImageCapture[] {
  return info.captures.map(({ binding }) => ({
    from: "register",
    index: 0,
    boxed: binding.storage.kind === "box",
    name: binding.name,
  }));
}

interface Shape {
  readonly params: number;
  readonly length: number;
  readonly rest: boolean;
}

function parameterShape(node: ast.Function | ast.ArrowFunctionExpression): Shape {
  const params = parametersOf(node);
  const rest = params.at(-1)?.type === "RestElement";
  const count = params.length - (rest ? 1 : 0);
  const optional = params.findIndex(
    (param) =>
      (param.type === "TSParameterProperty" ? param.parameter : param).type === "AssignmentPattern",
  );
  return { params: count, length: optional < 0 ? count : Math.min(count, optional), rest };
}

/** A default constructor of a derived class passes on what it gets; all else takes nothing. */
function noParameters(info: FunctionInfo): Shape {
  return { params: 0, length: 0, rest: info.kind === "derived" };
}

function flagsOf(info: FunctionInfo, rest: boolean): number {
  const { class: isClassFlag, derived, arrow, method, module } = FunctionFlag;
  const kinds: Record<FunctionInfo["kind"], number> = {
    module,
    arrow,
    method,
    static: method,
    function: FunctionFlag.constructor,
    constructor: isClassFlag,
    derived: isClassFlag | derived,
  };
  return (
    kinds[info.kind] |
    (rest ? FunctionFlag.rest : 0) |
    (info.topLevel && info.kind !== "module" ? FunctionFlag.topLevel : 0)
  );
}

function classOf(f: FunctionEmitter): FunctionEmitter["constructs"] {
  for (const one of f.module.classes.values()) if (one.init === f.info) return one;
  return undefined;
}

/** What arrows and closures inside capture of this function itself. */
function openPseudo(f: FunctionEmitter): void {
  const { kind } = f.info;
  if (kind === "derived" || (f.info.usesNewTarget && kind !== "arrow" && kind !== "module")) {
    f.newTarget = f.temp();
    f.asm.op("NEWTARGET", f.newTarget);
  }
  // The register is undefined from the entry on: nothing has used it yet.
  if (kind === "derived" && mayCallSuperTwice(f.info.node)) f.superCalled = f.temp();
  for (const binding of f.info.scope.bindings.values()) {
    const isBox = binding.storage.kind === "box";
    if (binding.kind === "this") {
      if (!isBox) continue;
      const register = f.temp();
      if (f.info.kind === "derived") f.loadSpecial(register, Special.uninitialized);
      f.asm.op("NEWBOX", register, f.info.kind === "derived" ? register : 0);
      f.hold(binding, register);
    } else if (binding.kind === "home" || binding.kind === "newTarget") {
      const register = f.temp();
      // Inside a static part the home object is the class, which is `this`.
      if (binding.kind === "newTarget") f.asm.op("MOVE", register, f.newTarget ?? register);
      else if (f.info.kind === "static") f.asm.op("MOVE", register, 0);
      else f.asm.op("GETHOME", register);
      f.hold(binding, register);
    } else if (binding.kind === "self" && binding.captured) {
      const register = f.temp();
      f.asm.op("GETCALLEE", register);
      if (isBox) f.asm.op("NEWBOX", register, register);
      f.hold(binding, register);
    }
  }
}

/** True when the constructor has several super() calls, or one in a loop. */
function mayCallSuperTwice(node: Node): boolean {
  let calls = 0;
  const search = (one: Node, weight: number): void => {
    if (isClass(one) && one !== node) return;
    if (one.type === "CallExpression" && one.callee.type === "Super") calls += weight;
    const inner = /^(?:For|While|DoWhile)/.test(one.type) ? 2 : weight;
    for (const child of children(one)) search(child, inner);
  };
  if (isFunction(node)) search(node, 1);
  return calls > 1;
}

// --- parameters ---

function emitParameters(
  f: FunctionEmitter,
  node: ast.Function | ast.ArrowFunctionExpression,
): void {
  const params = parametersOf(node);
  openBindings(f, f.info.scope);
  for (const param of params) {
    const inner = param.type === "TSParameterProperty" ? param.parameter : param;
    if (inner.type === "Identifier") continue;
    for (const binding of patternBindings(f, inner)) {
      // Names inside patterns; a plain name with a default stays in its parameter's register.
      if (!isPlain(inner)) reserveNames(f, [binding]);
    }
  }
  for (const [i, param] of params.entries()) {
    emitParameter(f, param.type === "TSParameterProperty" ? param.parameter : param, i + 1);
  }
}

function isPlain(param: Node): boolean {
  const target =
    param.type === "AssignmentPattern"
      ? param.left
      : param.type === "RestElement"
        ? param.argument
        : param;
  return target.type === "Identifier";
}

function emitParameter(f: FunctionEmitter, param: Node, register: number): void {
  f.at(param);
  const hasDefault = param.type === "AssignmentPattern";
  if (hasDefault) {
    const given = f.asm.label();
    f.asm.branch("JNUNDEF", register, given);
    evaluate(f, param.right, register);
    f.asm.place(given);
  }
  const target = hasDefault ? param.left : param.type === "RestElement" ? param.argument : param;
  if (target.type === "Identifier") {
    initialize(f, f.declared(target), register, register);
    return;
  }
  const text = hasDefault ? "(intermediate value)".repeat(3) : "";
  bindPattern(f, target, register, { declare: true, objectText: text });
}

// --- bodies ---

function emitCode(f: FunctionEmitter, node: Node): void {
  switch (node.type) {
    case "Program":
    case "StaticBlock":
      return emitBody(f, node, node.body);
    case "PropertyDefinition": {
      if (node.value === null) return;
      return emitReturn(f, operand(f, node.value));
    }
    case "ArrowFunctionExpression":
      if (node.body.type === "BlockStatement") return emitBody(f, node.body, node.body.body);
      return emitReturnValue(f, node.body, node.body);
    case "FunctionDeclaration":
    case "FunctionExpression":
      if (node.body !== null) {
        if (f.info.kind === "constructor") emitParameterProperties(f);
        emitBody(f, node.body, node.body.body);
      }
      return;
    default:
      if (isClass(node)) emitDefaultConstructor(f);
  }
}

/** Gives the parameter properties their values, which TypeScript does after all fields. */
export function emitParameterProperties(f: FunctionEmitter): void {
  const classNode = f.constructs?.node;
  if (classNode === undefined || !isClass(classNode) || !isFunction(f.info.node)) return;
  const store = hasFields(classNode) ? "SETPROP" : "DEFPROP";
  for (const param of parametersOf(f.info.node)) {
    if (param.type !== "TSParameterProperty") continue;
    for (const binding of patternBindings(f, param.parameter)) {
      const mark = f.next;
      const register = directRegister(f, binding) ?? f.temp();
      if (register >= mark) loadBinding(f, binding, register);
      f.at(param);
      f.asm.named(store, thisRegister(f), register, binding.name);
      f.release(mark);
    }
  }
}

/** `constructor(...args) { super(...args); }`, its fields, or just those. */
function emitDefaultConstructor(f: FunctionEmitter): void {
  if (f.info.kind !== "derived") return;
  const mark = f.next;
  const window = f.temp(3);
  f.asm.op("GETCALLEE", window);
  f.asm.op("MOVE", window + 1, f.newTarget ?? 0);
  f.asm.op("MOVE", window + 2, 1);
  f.asm.op("SUPERV", window);
  f.asm.op("MOVE", 0, window);
  f.release(mark);
  f.thisReady = true;
  storeThis(f);
  emitFields(f);
}

/** `this` in R[0] is new: arrows that captured it see it through its box. */
export function storeThis(f: FunctionEmitter): void {
  const binding = f.info.scope.bindings.get("this");
  if (binding?.storage.kind === "box") f.asm.op("INITBOX", f.registerOf(binding), 0);
}

/** How many properties an object made by this constructor gets: its fields and `this.x = ...`. */
function inlineHint(f: FunctionEmitter): number {
  const names = new Set<string>();
  const search = (node: Node): void => {
    if (isClass(node) || (isFunction(node) && node.type !== "ArrowFunctionExpression")) return;
    if (
      node.type === "AssignmentExpression" &&
      node.left.type === "MemberExpression" &&
      node.left.object.type === "ThisExpression" &&
      !node.left.computed
    ) {
      const key = node.left.property;
      if (key.type === "Identifier") names.add(key.name);
    }
    children(node).forEach(search);
  };
  const { kind, node } = f.info;
  if (kind !== "function" && kind !== "constructor" && kind !== "derived") return 0;
  if (isFunction(node) && node.body !== null) children(node.body).forEach(search);
  for (const name of f.constructs?.parameterProperties ?? []) names.add(name);
  let fields = 0;
  if (f.constructs !== undefined && isClass(f.constructs.node)) {
    for (const one of f.constructs.node.body.body) {
      if (isErased(one) || !("static" in one) || one.static) continue;
      if (one.type === "MethodDefinition" && one.key.type === "PrivateIdentifier") names.add("#");
      if (one.type !== "PropertyDefinition") continue;
      if (!one.computed && one.key.type === "Identifier") names.add(one.key.name);
      else fields++;
    }
  }
  return Math.min(255, names.size + fields);
}
