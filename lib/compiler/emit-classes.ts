/** Classes: the definition, and the fields a constructor makes. */
import { Special } from "./assemble.ts";
import {
  closeScope,
  initialize,
  initializeNewest,
  loadBinding,
  openScope,
} from "./emit-bindings.ts";
import { fold, loadKnown, nameOf } from "./emit-constants.ts";
import { evaluate } from "./emit-expressions.ts";
import { emitClosure, functionInfo, patchSelf, recordCaptures } from "./emit-functions.ts";
import { emitKey, emitMethodDefinition, needsName } from "./emit-literals.ts";
import { brand, staticBrand } from "./emit-private.ts";
import type { FunctionEmitter } from "./emit-state.ts";
import { type ast, isClass, isErased, type Node } from "./parse.ts";
import type { Binding, ClassInfo } from "./scope.ts";

/**
 * register = the class of `node`; `register` is the newest temporary. True when `declared`, the
 * binding that serves inside and outside, was initialized on the way, before static parts ran.
 */
export function emitClass(
  f: FunctionEmitter,
  node: ast.Class,
  register: number,
  declared?: Binding,
): boolean {
  const info = f.module.classes.get(node);
  if (info === undefined) throw new Error(`no class at ${node.start}`);
  const prototype = f.temp();
  if (prototype !== register + 1) throw new Error("a class window has a gap");
  const scope = openScope(f, node);
  openClassBoxes(f, info);
  f.openClasses.push(node);
  if (node.superClass === null) f.loadSpecial(register, Special.uninitialized);
  else evaluate(f, node.superClass, register);
  f.at(node);
  const self = info.self;
  recordCaptures(f, info.init, register, self);
  f.asm.wideBits("CLASS", register, info.init.index, info.topLevel ? 1 : 0);
  const early = self !== undefined && !self.needsCheck && self.captured;
  if (early) initialize(f, self, register);
  patchSelf(f, info.init, register, self);
  const elements = node.body.body.filter((one) => !isErased(one));
  makePrivateMethods(f, elements, register);
  for (const one of elements) defineElement(f, one, register);
  if (self?.needsCheck) initialize(f, self, register);
  const settles = self === undefined && declared?.storage.kind === "module";
  if (settles) initialize(f, declared, register);
  if (elements.some((one) => isPrivateMethod(one) && one.static)) {
    const mark = f.next;
    f.loadUndefined(f.temp());
    f.asm.named("INITPRIV", register, mark, staticBrand(f, node));
    f.release(mark);
  }
  for (const one of elements) runStatic(f, info, one, register);
  f.openClasses.pop();
  closeScope(f, scope);
  f.release(prototype);
  return settles;
}

/** Boxes of the class scope that the constructor captures are there before it is made. */
function openClassBoxes(f: FunctionEmitter, info: ClassInfo): void {
  const scope = f.scopeOf(info.node);
  if (scope === undefined) return;
  for (const binding of scope.bindings.values()) {
    if (binding.storage.kind !== "box" || f.registers.has(binding)) continue;
    const box = f.temp();
    f.loadSpecial(box, Special.uninitialized);
    f.asm.op("NEWBOX", box, box);
    f.hold(binding, box);
  }
}

function isPrivateMethod(element: Node): element is ast.MethodDefinition {
  return element.type === "MethodDefinition" && element.key.type === "PrivateIdentifier";
}

function makePrivateMethods(f: FunctionEmitter, elements: readonly Node[], register: number): void {
  for (const one of elements) {
    if (!isPrivateMethod(one)) continue;
    const binding = f.declared(one.key);
    const home = one.static ? register : register + 1;
    f.at(one);
    if (functionInfo(f, one.value).usesHome) giveHome(f, one, home);
    const { kind } = binding.storage;
    if (kind === "function") continue;
    const fn = f.temp();
    if (functionInfo(f, one.value).usesHome) takeHome(f, one, home, fn);
    else emitClosure(f, one.value, fn, binding);
    initializeNewest(f, binding, fn);
  }
}

/** Only the definition of a method gives a function its home: so it is one for a moment. */
function giveHome(f: FunctionEmitter, method: ast.MethodDefinition, home: number): void {
  if (functionInfo(f, method.value).topLevel) {
    const mark = f.next;
    const fn = f.temp();
    emitClosure(f, method.value, fn);
    defineAndDelete(f, fn, home);
    f.release(mark);
  }
}

function takeHome(
  f: FunctionEmitter,
  method: ast.MethodDefinition,
  home: number,
  fn: number,
): void {
  emitClosure(f, method.value, fn);
  if (!functionInfo(f, method.value).topLevel) defineAndDelete(f, fn, home);
}

function defineAndDelete(f: FunctionEmitter, fn: number, home: number): void {
  const mark = f.next;
  const key = f.temp();
  loadKnown(f, { value: "#private" }, key);
  f.asm.bits("DEFMETHOD", home, key, fn, 0);
  f.asm.op("DELELEM", key, home, key);
  f.release(mark);
}

/** Methods and accessors are defined, computed keys of fields kept, in source order. */
function defineElement(f: FunctionEmitter, element: Node, register: number): void {
  const mark = f.next;
  f.at(element);
  if (element.type === "MethodDefinition") {
    if (element.kind === "constructor" || element.key.type === "PrivateIdentifier") return;
    const key = emitKey(f, element.key, element.computed);
    const home = element.static ? register : register + 1;
    emitMethodDefinition(f, element.value, element.kind, home, key, false);
  } else if (element.type === "PropertyDefinition" && element.computed) {
    const binding = f.declared(element);
    const key = emitKey(f, element.key, true);
    initializeNewest(f, binding, key);
    if (f.registers.get(binding) === key) return;
  }
  f.release(mark);
}

// --- static parts ---

function runStatic(f: FunctionEmitter, info: ClassInfo, element: Node, register: number): void {
  const mark = f.next;
  f.at(element);
  if (element.type === "StaticBlock") callStatic(f, element, register, f.temp());
  else if (element.type === "PropertyDefinition" && element.static) {
    const value = f.temp();
    const known = element.value === null ? { value: undefined } : fold(f, element.value);
    if (known !== undefined) loadKnown(f, known, value);
    else callStatic(f, element, register, value);
    defineStatic(f, info, element, register, value);
  }
  f.release(mark);
}

/** window = result of the part, called with the class as `this` */
function callStatic(f: FunctionEmitter, part: Node, register: number, window: number): void {
  const mark = f.next;
  const self = f.temp();
  emitClosure(f, part, window);
  f.asm.op("MOVE", self, register);
  f.at(part);
  f.asm.op("CALLM", window, 0);
  f.release(mark);
}

function defineStatic(
  f: FunctionEmitter,
  info: ClassInfo,
  field: ast.PropertyDefinition,
  register: number,
  value: number,
): void {
  const slot = info.staticSlots.get(field);
  const isPrivate = field.key.type === "PrivateIdentifier";
  if (slot === undefined) return defineField(f, info, field, register, value);
  const key = isPrivate ? undefined : fieldKey(f, field);
  if (key !== undefined && field.value !== null && field.computed && needsName(f, field.value)) {
    f.asm.op("SETNAME", value, key, 0);
  }
  f.asm.wide("INITMOD", value, slot);
  if (key !== undefined) f.asm.bits("DEFSTATIC", register, key, 0, slot);
  else if (field.key.type === "PrivateIdentifier" && isClass(info.node)) {
    const name = f.program.privateName(info.node, `#${field.key.name}`);
    const none = f.temp();
    f.loadUndefined(none);
    f.asm.named("INITPRIV", register, none, name);
  }
}

function fieldKey(f: FunctionEmitter, field: ast.PropertyDefinition): number {
  if (!field.computed) return emitKey(f, field.key, false);
  const key = f.temp();
  loadBinding(f, f.declared(field), key);
  return key;
}

// --- fields ---

/** Defines one field on the object in `object`. */
function defineField(
  f: FunctionEmitter,
  info: ClassInfo,
  field: ast.PropertyDefinition,
  object: number,
  value: number,
): void {
  f.at(field);
  if (field.key.type === "PrivateIdentifier") {
    if (!isClass(info.node)) return;
    const name = f.program.privateName(info.node, `#${field.key.name}`);
    return f.asm.named("INITPRIV", object, value, name);
  }
  const name = field.computed ? undefined : nameOf(f, field.key, false);
  if (name !== undefined) return f.asm.named("DEFPROP", object, value, name);
  const key = fieldKey(f, field);
  if (field.value !== null && field.computed && needsName(f, field.value)) {
    f.asm.op("SETNAME", value, key, 0);
  }
  f.asm.op("DEFELEM", object, key, value);
}

/**
 * True when the class declares instance fields. Its parameter properties come before them and are
 * assigned after them; without fields they are defined with their values at once.
 */
export function hasFields(node: ast.Class): boolean {
  return node.body.body.some(
    (one) => one.type === "PropertyDefinition" && !one.static && !isErased(one),
  );
}

/** The instance fields of the class whose constructor this is, on a `this` that is ready. */
export function emitFields(f: FunctionEmitter): void {
  const info = f.constructs;
  if (info === undefined || !isClass(info.node)) return;
  const elements = info.node.body.body.filter((one) => !isErased(one));
  const mark = f.next;
  if (elements.some((one) => isPrivateMethod(one) && !one.static)) {
    f.loadUndefined(f.temp());
    f.asm.named("INITPRIV", 0, mark, brand(f, info.node));
    f.release(mark);
  }
  for (const name of hasFields(info.node) ? info.parameterProperties : []) {
    f.loadUndefined(f.temp());
    f.asm.named("DEFPROP", 0, mark, name);
    f.release(mark);
  }
  for (const one of elements) {
    if (one.type !== "PropertyDefinition" || one.static) continue;
    const value = f.temp();
    f.inField = true;
    if (one.value === null) f.loadUndefined(value);
    else evaluate(f, one.value, value);
    f.inField = false;
    defineField(f, info, one, 0, value);
    f.release(mark);
  }
}
