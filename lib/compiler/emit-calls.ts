/**
 * Calls. A call's window is the top of the register stack: function, `this`, arguments; its result
 * replaces the function.
 */
import { Special } from "./assemble.ts";
import { closeDrops } from "./emit-bindings.ts";
import { emitFields } from "./emit-classes.ts";
import { nameOf } from "./emit-constants.ts";
import { chainTest, evaluate, operand, operandInto, emitSuperGet } from "./emit-expressions.ts";
import { emitParameterProperties, storeThis } from "./emit-functions.ts";
import { emitArray } from "./emit-literals.ts";
import { expressionText } from "./emit-names.ts";
import { emitPrivateGet } from "./emit-private.ts";
import type { FunctionEmitter } from "./emit-state.ts";
import { type ast, type Node, unwrap } from "./parse.ts";
import { builtinPaths } from "./tables.gen.ts";

/** More arguments than this are passed as an array. */
const argumentsMax = 60;

/** A call; `register` gets the result unless undefined. */
export function emitCall(
  f: FunctionEmitter,
  node: ast.CallExpression,
  register: number | undefined,
): void {
  if (node.callee.type === "Super") return emitSuperCall(f, node, register);
  withTemporaries(f, f.program.drops.temporariesOf(f.module, node), () => {
    const mark = f.next;
    const inPlace = register !== undefined && f.isTop(register);
    const window = inPlace ? register : f.temp();
    const known = isSpread(node.arguments) ? undefined : knownCallee(f, node);
    if (known !== undefined) {
      f.temp();
      emitArguments(f, node.arguments, window);
      f.at(callPlace(node.callee));
      const count = node.arguments.length;
      if (known.kind === "function") f.asm.bits("CALLFN", window, count, 0, known.index);
      else {
        f.asm.callName(expressionText(node.callee));
        f.asm.op("CALLCAP", window, count, known.index);
      }
      if (register !== undefined) f.asm.op("MOVE", register, window);
      return f.release(mark);
    }
    const hasThis = emitCallee(f, node.callee, window);
    if (node.optional) chainTest(f, window);
    const spread = emitArguments(f, node.arguments, window);
    if (spread && !hasThis) f.loadUndefined(window + 1);
    f.at(callPlace(node.callee));
    if (!isCertain(f, node.callee)) f.asm.callName(expressionText(node.callee));
    if (spread) f.asm.op("CALLV", window);
    else f.asm.op(hasThis ? "CALLM" : "CALL", window, node.arguments.length);
    if (register !== undefined) f.asm.op("MOVE", register, window);
    f.release(mark);
  });
  const owned = f.temporaries.get(node);
  if (owned !== undefined && register !== undefined) own(f, owned, register);
}

/** True for arguments that are passed as an array. */
function isSpread(args: readonly Node[]): boolean {
  return args.length > argumentsMax || args.some((one) => one.type === "SpreadElement");
}

/** A callee that the call itself can load: a function at module level, or a capture by value. */
function knownCallee(
  f: FunctionEmitter,
  node: ast.CallExpression,
): { readonly kind: "function" | "capture"; readonly index: number } | undefined {
  const callee = unwrap(node.callee);
  const binding = callee.type === "Identifier" ? f.binding(callee) : undefined;
  if (binding === undefined || node.optional || f.program.known.has(binding)) return undefined;
  const { storage } = binding;
  if (storage.kind === "function") return { kind: "function", index: storage.fn.index };
  const captured = storage.kind === "register" && !f.isOwn(binding) && !f.cached.has(binding);
  return captured ? { kind: "capture", index: f.captureIndex(binding) } : undefined;
}

/** Where V8 puts a call in a stack: at the last name of the callee, else at the parenthesis. */
function callPlace(callee: Node): number {
  const node = unwrap(callee);
  if (node.type === "Identifier") return node.start;
  if (node.type === "MemberExpression" && !node.computed) return node.property.start;
  return callee.end;
}

/** Callees that are functions for certain need no text for an error. */
function isCertain(f: FunctionEmitter, callee: Node): boolean {
  const kind = f.binding(unwrap(callee))?.storage.kind;
  return kind === "builtin" || kind === "function";
}

/** window = the function, window + 1 = `this` when the answer is true; window + 1 is allocated. */
function emitCallee(f: FunctionEmitter, callee: Node, window: number): boolean {
  const node = unwrap(callee);
  if (node.type === "MemberExpression" && f.binding(node) === undefined) {
    emitMethod(f, node, window);
    return true;
  }
  if (node.type === "ChainExpression" && unwrap(node.expression).type === "MemberExpression") {
    emitChainMethod(f, node.expression, window);
    return true;
  }
  evaluate(f, node, window);
  const self = f.temp();
  const owner = constructingOwner(f, node);
  if (owner !== undefined) f.asm.wide("LOADG", self, owner);
  return owner !== undefined;
}

/** `Array.from` and the like make an instance of the class they are called on. */
const constructing = new Map<number, number>();
for (const [path, member] of builtinPaths) {
  const [, ownerPath] = /^(.*)\.(?:from|of)$/.exec(path) ?? [];
  const owner = ownerPath === undefined ? undefined : builtinPaths.get(ownerPath);
  if (member.kind !== "value" || owner?.kind !== "value" || owner.what !== "class") continue;
  constructing.set(member.index, owner.index);
}

function constructingOwner(f: FunctionEmitter, callee: Node): number | undefined {
  const storage = callee.type === "MemberExpression" ? f.binding(callee)?.storage : undefined;
  return storage?.kind === "builtin" ? constructing.get(storage.index) : undefined;
}

/** `(a?.b)()`: the method of a chain of its own, whose end is undefined. */
function emitChainMethod(f: FunctionEmitter, expression: Node, window: number): void {
  const member = unwrap(expression);
  if (member.type !== "MemberExpression") return;
  const outer = f.chainEnd;
  const end = f.asm.label();
  const done = f.asm.label();
  f.chainEnd = end;
  emitMethod(f, member, window);
  f.chainEnd = outer;
  if (!end.used) return;
  f.asm.jump(done);
  f.asm.place(end);
  f.loadUndefined(window);
  f.loadUndefined(window + 1);
  f.asm.place(done);
}

/** window = object.method, window + 1 = object */
function emitMethod(f: FunctionEmitter, node: ast.MemberExpression, window: number): void {
  const { object, property } = node;
  if (object.type === "Super") {
    const self = f.temp();
    f.asm.op("MOVE", self, emitSuperGet(f, node, window));
    return f.release(self + 1);
  }
  const base = operandInto(f, object, window, ...(node.computed ? [property] : []));
  if (node.optional) chainTest(f, base);
  const self = f.temp();
  if (property.type === "PrivateIdentifier") {
    f.asm.op("MOVE", self, base);
    f.at(property);
    emitPrivateGet(f, self, property, object, window);
    return f.release(self + 1);
  }
  const name = nameOf(f, property, node.computed);
  if (name !== undefined) {
    f.at(property);
    f.asm.named("GETMETHOD", window, base, name);
  } else {
    const key = operand(f, property);
    f.at(property);
    f.asm.op("GETMETHODE", window, base, key);
  }
  f.release(self + 1);
}

/** Arguments from window + 2 on; true when they are in an array there. */
function emitArguments(f: FunctionEmitter, args: readonly Node[], window: number): boolean {
  if (isSpread(args)) {
    emitArray(f, args, f.temp(), true);
    return true;
  }
  for (const one of args) evaluate(f, one, f.temp());
  if (f.next < window + 2 + args.length) throw new Error("a call window has a gap");
  return false;
}

/** `new callee(...)`; `register` gets the object unless undefined. */
export function emitNew(
  f: FunctionEmitter,
  node: ast.NewExpression,
  register: number | undefined,
): void {
  const mark = f.next;
  const window = register !== undefined && f.isTop(register) ? register : f.temp();
  evaluate(f, node.callee, window);
  f.temp();
  const spread = emitArguments(f, node.arguments, window);
  f.at(node);
  f.asm.callName(expressionText(node.callee));
  f.asm.op(spread ? "NEWV" : "NEW", window, spread ? 0 : node.arguments.length);
  if (register !== undefined) f.asm.op("MOVE", register, window);
  f.release(mark);
}

/** `super(...)`, and what follows it: the fields and parameter properties of this class. */
function emitSuperCall(
  f: FunctionEmitter,
  node: ast.CallExpression,
  register: number | undefined,
): void {
  const mark = f.next;
  const window = f.temp();
  f.asm.op("GETCALLEE", window);
  f.asm.op("MOVE", f.temp(), f.newTarget ?? 0);
  const spread = emitArguments(f, node.arguments, window);
  f.at(node);
  f.asm.op(spread ? "SUPERV" : "SUPER", window, spread ? 0 : node.arguments.length);
  checkSuperOnce(f);
  f.asm.op("MOVE", 0, window);
  f.release(mark);
  storeThis(f);
  const settled = f.thisReady;
  f.thisReady = true;
  emitFields(f);
  emitParameterProperties(f);
  f.thisReady = settled;
  if (register !== undefined) f.asm.op("MOVE", register, 0);
}

/** The parent has run: a second time, that is an error now. */
function checkSuperOnce(f: FunctionEmitter): void {
  const once = f.asm.label();
  if (f.superCalled !== undefined && !f.thisReady) f.asm.branch("JUNDEF", f.superCalled, once);
  if (f.superCalled !== undefined || f.thisReady) {
    f.asm.wide("FAIL", 2, f.asm.string("Super constructor may only be called once"));
  }
  f.asm.place(once);
  if (f.superCalled !== undefined) f.loadSpecial(f.superCalled, Special.true);
}

// --- holds that end with their expression ---

/**
 * Runs `body` so that the fresh holds which the calls `nodes` make are released behind it, on every
 * way out.
 */
function withTemporaries(f: FunctionEmitter, nodes: readonly Node[], body: () => void): void {
  if (nodes.length === 0) return body();
  const mark = f.next;
  const depth = f.exits.length;
  for (const node of nodes) f.temporaries.set(node, f.temp());
  body();
  closeDrops(f, depth);
  for (const node of nodes) f.temporaries.delete(node);
  f.release(mark);
}

/** `register` holds a fresh hold now: keep it in `owned` until its expression ends. */
function own(f: FunctionEmitter, owned: number, register: number): void {
  f.asm.op("MOVE", owned, register);
  f.exits.push({ kind: "drop", register: owned, range: f.asm.range() });
}

/** Evaluates `expression` for `body`; a fresh hold that it makes ends behind `body`. */
export function emitOwned(
  f: FunctionEmitter,
  expression: Node,
  body: (register: number) => void,
): void {
  const node = unwrap(expression);
  const fresh = f.program.drops.isFresh(f.module, node) ? [node] : [];
  withTemporaries(f, fresh, () => {
    const mark = f.next;
    body(operand(f, node));
    f.release(mark);
  });
}
