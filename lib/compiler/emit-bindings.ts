/** Variables: reading, assigning and initializing them, and what opening and closing a scope does. */
import { Special } from "./assemble.ts";
import { evaluate, operand } from "./emit-expressions.ts";
import { emitClosure } from "./emit-functions.ts";
import type { Exit, FunctionEmitter } from "./emit-state.ts";
import { type ast, isErased, type Node } from "./parse.ts";
import type { Binding, Scope } from "./scope.ts";

// --- reading ---

/** The register an own unboxed binding lives in, checked; undefined for every other binding. */
export function directRegister(f: FunctionEmitter, binding: Binding): number | undefined {
  if (binding.storage.kind !== "register") return undefined;
  if (!f.isOwn(binding)) return f.cached.get(binding);
  if (binding.kind === "this") return thisRegister(f);
  const register = f.registers.get(binding);
  if (register === undefined) return undefined;
  if (f.mustCheck(binding)) f.asm.wide("CHECKINIT", register, f.asm.string(binding.name));
  return register;
}

/** R[0], after the check a derived constructor needs before super() has returned. */
export function thisRegister(f: FunctionEmitter): number {
  if (!f.thisReady) f.asm.op("CHECKTHIS", 0);
  return 0;
}

export function loadBinding(f: FunctionEmitter, binding: Binding, register: number): void {
  const { storage } = binding;
  switch (storage.kind) {
    case "builtin":
      return f.asm.wide("LOADG", register, storage.index);
    case "function":
      return f.asm.wide("LOADFN", register, storage.fn.index);
    case "module":
      return f.asm.wide("GETMOD", register, storage.slot);
    case "register": {
      const direct = directRegister(f, binding);
      if (direct !== undefined) return f.asm.op("MOVE", register, direct);
      if (f.isOwn(binding)) return f.asm.op("GETCALLEE", register);
      return f.asm.op("GETCAP", register, f.captureIndex(binding));
    }
    case "box":
      if (f.isOwn(binding)) f.asm.op("GETBOX", register, f.registerOf(binding));
      else f.asm.op("GETCAPBOX", register, f.captureIndex(binding));
  }
}

// --- assigning ---

/** Kinds whose assignment throws when it is reached. */
function isConstant(binding: Binding): boolean {
  switch (binding.kind) {
    case "const":
    case "using":
    case "self":
    case "import":
    case "private":
    case "key":
    case "enum":
      return true;
    default:
      return binding.storage.kind === "builtin" || binding.storage.kind === "function";
  }
}

/** The register an assignment may compute into: own, unboxed, and sure to be initialized. */
export function assignableRegister(f: FunctionEmitter, binding: Binding): number | undefined {
  const own = binding.storage.kind === "register" && f.isOwn(binding);
  if (!own || isConstant(binding) || f.mustCheck(binding)) return undefined;
  return f.registers.get(binding);
}

/** binding = register */
export function storeBinding(f: FunctionEmitter, binding: Binding, register: number): void {
  const { storage } = binding;
  if (isConstant(binding)) {
    checkInitialized(f, binding);
    f.asm.wide("FAIL", 0, f.asm.string(binding.name));
  } else if (storage.kind === "module") f.asm.wide("SETMOD", register, storage.slot);
  else if (storage.kind === "box") {
    if (f.isOwn(binding)) f.asm.op("SETBOX", f.registerOf(binding), register);
    else f.asm.op("SETCAPBOX", register, f.captureIndex(binding));
  } else {
    const own = f.registerOf(binding);
    if (f.mustCheck(binding)) f.asm.wide("CHECKINIT", own, f.asm.string(binding.name));
    f.asm.op("MOVE", own, register);
  }
}

function checkInitialized(f: FunctionEmitter, binding: Binding): void {
  if (!binding.needsCheck || binding.storage.kind === "builtin") return;
  const mark = f.next;
  const register = f.temp();
  loadBinding(f, binding, register);
  f.release(mark);
}

// --- initializing ---

/**
 * Initializes `binding` with the value of an expression (undefined when there is none), made where
 * the binding lives.
 */
export function initializeWith(
  f: FunctionEmitter,
  binding: Binding,
  value: Node | undefined,
): void {
  const make = (register: number): void => {
    if (value === undefined) f.loadUndefined(register);
    else evaluate(f, value, register, binding);
  };
  const { storage } = binding;
  // The binding is the function itself: there is nothing to make.
  if (storage.kind === "function" || storage.kind === "builtin") return;
  const home = f.registers.get(binding);
  if (home === undefined && (storage.kind === "register" || storage.kind === "box")) {
    const register = f.temp();
    make(register);
    initialize(f, binding, register, register);
    return;
  }
  const mark = f.next;
  const register =
    value === undefined || storage.kind !== "module" ? f.temp() : operand(f, value, binding);
  if (value === undefined || storage.kind !== "module") make(register);
  initialize(f, binding, register);
  f.release(mark);
}

/**
 * Initializes `binding` with what is in `register`. A binding of a lazy scope gets its register here:
 * `home`, else a new one.
 */
export function initialize(
  f: FunctionEmitter,
  binding: Binding,
  register: number,
  home?: number,
): void {
  const { storage } = binding;
  if (storage.kind === "module") f.asm.wide("INITMOD", register, storage.slot);
  else if (storage.kind === "box") {
    const existing = f.registers.get(binding);
    if (existing === undefined) {
      const box = home ?? f.temp();
      f.asm.op("NEWBOX", box, register);
      f.hold(binding, box);
    } else if (isOpenedEarly(binding)) f.asm.op("INITBOX", existing, register);
    else f.asm.op("NEWBOX", existing, register);
  } else if (storage.kind === "register") {
    let own = f.registers.get(binding);
    if (own === undefined) {
      own = home ?? f.temp();
      f.asm.op("MOVE", own, register);
      f.hold(binding, own);
    } else f.asm.op("MOVE", own, register);
    if (f.program.drops.owns(binding)) {
      f.exits.push({ kind: "drop", register: own, range: f.asm.range() });
    }
  }
  settle(f, binding);
}

/** The box exists from the entry of the scope on, and closures may hold it. */
function isOpenedEarly(binding: Binding): boolean {
  return (
    binding.needsCheck ||
    binding.kind === "function" ||
    binding.kind === "var" ||
    binding.kind === "self" ||
    binding.kind === "private" ||
    binding.kind === "key"
  );
}

/** Code that follows cannot run before the initialization: except in a switch, where cases jump. */
function settle(f: FunctionEmitter, binding: Binding): void {
  if (binding.scope.node.type !== "SwitchStatement") f.initialized.add(binding);
}

/** Gives a binding without a register one, uninitialized: patterns fill several at a time. */
export function reserve(f: FunctionEmitter, binding: Binding): void {
  const { kind } = binding.storage;
  if ((kind !== "register" && kind !== "box") || f.registers.has(binding)) return;
  f.hold(binding, f.temp());
}

// --- scopes ---

export interface OpenScope {
  readonly scope: Scope | undefined;
  readonly next: number;
  readonly exits: number;
}

/** Opens the scope of `node`, if it has one; `body` are the statements whose functions are hoisted. */
export function openScope(f: FunctionEmitter, node: Node, body: readonly Node[] = []): OpenScope {
  const scope = f.scopeOf(node);
  const open = { scope, next: f.next, exits: f.exits.length };
  if (scope !== undefined) openBindings(f, scope);
  hoistFunctions(f, body);
  return open;
}

/** Makes the registers and boxes that must exist before anything of the scope runs. */
export function openBindings(f: FunctionEmitter, scope: Scope): void {
  for (const binding of scope.bindings.values()) {
    if (f.registers.has(binding)) continue;
    const { kind } = binding.storage;
    if (kind === "module" && binding.kind === "var") {
      const mark = f.next;
      f.loadUndefined(f.temp());
      f.asm.wide("INITMOD", mark, moduleSlot(binding));
      f.release(mark);
    }
    if (kind !== "register" && kind !== "box") continue;
    const early =
      binding.kind === "var" ||
      binding.needsCheck ||
      (binding.kind === "function" && binding.hoisted);
    if (early && !isPseudo(binding)) openBinding(f, binding);
  }
}

function moduleSlot(binding: Binding): number {
  return binding.storage.kind === "module" ? binding.storage.slot : 0;
}

function isPseudo(binding: Binding): boolean {
  return (
    binding.kind === "this" ||
    binding.kind === "home" ||
    binding.kind === "newTarget" ||
    (binding.kind === "self" &&
      binding.scope.node.type !== "ClassDeclaration" &&
      binding.scope.node.type !== "ClassExpression")
  );
}

function openBinding(f: FunctionEmitter, binding: Binding): void {
  // A register nothing has used yet is undefined from the entry of the function on.
  const fresh = f.next >= f.asm.registers;
  const register = f.temp();
  const isBox = binding.storage.kind === "box";
  if (binding.copyOf !== undefined) loadBinding(f, binding.copyOf, register);
  else if (binding.needsCheck) f.loadSpecial(register, Special.uninitialized);
  else if (!fresh && binding.kind !== "function") f.loadUndefined(register);
  if (isBox) f.asm.op("NEWBOX", register, register);
  f.hold(binding, register);
}

/** Makes the closures of the function declarations among `body`. */
function hoistFunctions(f: FunctionEmitter, body: readonly Node[]): void {
  for (const statement of body) {
    const fn = functionDeclaration(statement);
    if (fn === undefined) continue;
    const binding = f.binding(fn.id ?? statement);
    if (binding?.hoisted === true) initializeFunction(f, fn, binding);
  }
}

/** The function a statement declares, alone or behind `export`. */
export function functionDeclaration(statement: Node): ast.Function | undefined {
  switch (statement.type) {
    case "FunctionDeclaration":
      return isErased(statement) ? undefined : statement;
    case "ExportNamedDeclaration":
      return statement.declaration === null
        ? undefined
        : functionDeclaration(statement.declaration);
    case "ExportDefaultDeclaration":
      return functionDeclaration(statement.declaration);
    default:
      return undefined;
  }
}

export function initializeFunction(f: FunctionEmitter, fn: Node, binding: Binding): void {
  const { kind } = binding.storage;
  if (kind === "function" || kind === "builtin") return;
  f.at(fn);
  const home = kind === "register" ? f.registers.get(binding) : undefined;
  if (home !== undefined) {
    emitClosure(f, fn, home, binding);
    return initialize(f, binding, home);
  }
  const register = f.temp();
  emitClosure(f, fn, register, binding);
  initializeNewest(f, binding, register);
}

/**
 * Initializes `binding` with the newest temporary, which becomes its register when it has none yet,
 * and is free again when it has.
 */
export function initializeNewest(f: FunctionEmitter, binding: Binding, register: number): void {
  const { kind } = binding.storage;
  if (!f.registers.has(binding) && (kind === "register" || kind === "box")) {
    initialize(f, binding, register, register);
    return f.release(register + 1);
  }
  initialize(f, binding, register);
  f.release(register);
}

/** Closes a scope: what it owns is released, its registers are free again. */
export function closeScope(f: FunctionEmitter, open: OpenScope): void {
  closeDrops(f, open.exits);
  if (open.scope !== undefined) {
    for (const binding of open.scope.bindings.values()) f.drop(binding);
  }
  f.release(open.next);
}

/** Releases the holds owned since the exit stack had `depth` entries. */
export function closeDrops(f: FunctionEmitter, depth: number): void {
  while (f.exits.length > depth) {
    const exit: Exit | undefined = f.exits.pop();
    if (exit?.kind !== "drop") throw new Error("an exit was left open");
    f.asm.op("DROP", exit.register);
    f.asm.cover(exit.range, "drop", undefined, exit.register);
  }
}
