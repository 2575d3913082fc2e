/** Assignments and updates of variables, members and patterns. */
import { assignableRegister, loadBinding, storeBinding } from "./emit-bindings.ts";
import { nameOf } from "./emit-constants.ts";
import {
  copyOperand,
  emitOperator,
  evaluate,
  operand,
  operandBefore,
  superParts,
  type SuperParts,
  writesOnce,
} from "./emit-expressions.ts";
import { bindPattern } from "./emit-patterns.ts";
import { emitPrivateGet, emitPrivateSet } from "./emit-private.ts";
import type { FunctionEmitter } from "./emit-state.ts";
import { type ast, type Node, unwrap } from "./parse.ts";
import type { Binding } from "./scope.ts";

/** Something that can be assigned, its parts evaluated. */
export type Target =
  | { readonly kind: "binding"; readonly binding: Binding; readonly node: Node }
  | {
      readonly kind: "property";
      readonly object: number;
      readonly name: string;
      readonly node: Node;
    }
  | { readonly kind: "element"; readonly object: number; readonly key: number; readonly node: Node }
  | ({ readonly kind: "super"; readonly node: Node } & SuperParts)
  | {
      readonly kind: "private";
      readonly object: number;
      readonly node: ast.PrivateIdentifier;
      readonly objectNode: Node;
    }
  | { readonly kind: "pattern"; readonly node: Node };

/** Evaluates the parts of a target; they survive the evaluation of `later`. */
export function prepareTarget(f: FunctionEmitter, left: Node, ...later: Node[]): Target {
  const node = unwrap(left);
  if (node.type === "Identifier") return { kind: "binding", binding: f.declared(node), node };
  if (node.type !== "MemberExpression") return { kind: "pattern", node };
  const { object, property } = node;
  if (object.type === "Super") return { kind: "super", node: property, ...superParts(f, node) };
  const base = operandBefore(f, object, ...(node.computed ? [property] : []), ...later);
  if (property.type === "PrivateIdentifier") {
    return { kind: "private", object: base, node: property, objectNode: object };
  }
  const name = nameOf(f, property, node.computed);
  if (name !== undefined) return { kind: "property", object: base, name, node: property };
  const key = operandBefore(f, property, ...later);
  return { kind: "element", object: base, key, node: property };
}

/** register = value of the target */
function readTarget(f: FunctionEmitter, target: Target, register: number): void {
  f.at(target.node);
  switch (target.kind) {
    case "binding":
      return loadBinding(f, target.binding, register);
    case "property":
      return f.asm.named("GETPROP", register, target.object, target.name);
    case "element":
      return f.asm.op("GETELEM", register, target.object, target.key);
    case "super":
      return f.asm.bits("GETSUPER", register, target.home, target.key, target.self);
    case "private":
      return emitPrivateGet(f, target.object, target.node, target.objectNode, register);
    case "pattern":
      throw new Error("a pattern has no value");
  }
}

/** target = register */
export function assignTarget(f: FunctionEmitter, target: Target, register: number): void {
  f.at(target.node);
  switch (target.kind) {
    case "binding":
      return storeBinding(f, target.binding, register);
    case "property":
      return f.asm.named("SETPROP", target.object, register, target.name);
    case "element":
      return f.asm.op("SETELEM", target.object, target.key, register);
    case "super":
      return f.asm.bits("SETSUPER", target.home, target.key, register, target.self);
    case "private":
      return emitPrivateSet(f, target.object, target.node, target.objectNode, register);
    case "pattern":
      return bindPattern(f, target.node, register, { declare: false });
  }
}

/** An assignment; `register` gets its value unless undefined. */
export function emitAssignment(
  f: FunctionEmitter,
  node: ast.AssignmentExpression,
  register: number | undefined,
): void {
  const mark = f.next;
  const left = unwrap(node.left);
  if (node.operator === "=") {
    if (left.type === "Identifier") assignName(f, f.declared(left), left, node.right, register);
    else if (left.type === "MemberExpression") assignMember(f, left, node.right, register);
    else assignPattern(f, node, left, register);
  } else if (/^(?:&&|\|\||\?\?)=$/.test(node.operator)) assignLogical(f, node, register);
  else assignCompound(f, node, register);
  f.release(mark);
}

/** Evaluates into the own register of a variable; half of the expression is never seen in it. */
function evaluateVariable(f: FunctionEmitter, variable: number, right: Node): void {
  if (writesOnce(f, right)) return evaluate(f, right, variable);
  const mark = f.next;
  f.asm.op("MOVE", variable, copyOperand(f, right));
  f.release(mark);
}

function assignName(
  f: FunctionEmitter,
  binding: Binding,
  place: Node,
  right: Node,
  register: number | undefined,
): void {
  const variable = assignableRegister(f, binding);
  if (variable !== undefined) {
    evaluateVariable(f, variable, right);
    if (register !== undefined) f.asm.op("MOVE", register, variable);
    return;
  }
  const value = register === undefined ? operand(f, right) : evaluated(f, right, register);
  f.at(place);
  storeBinding(f, binding, value);
}

/** `right` in `register`, which is wanted anyway. */
function evaluated(f: FunctionEmitter, right: Node, register: number): number {
  evaluate(f, right, register);
  return register;
}

function assignMember(
  f: FunctionEmitter,
  left: ast.MemberExpression,
  right: Node,
  register: number | undefined,
): void {
  const target = prepareTarget(f, left, right);
  const value = register === undefined ? operand(f, right) : evaluated(f, right, register);
  assignTarget(f, target, value);
}

function assignPattern(
  f: FunctionEmitter,
  node: ast.AssignmentExpression,
  left: Node,
  register: number | undefined,
): void {
  const source =
    register === undefined
      ? operandBefore(f, node.right, node)
      : evaluated(f, node.right, register);
  bindPattern(f, left, source, { declare: false, subject: node.right });
}

/** `a &&= b`, `a ||= b`, `a ??= b` */
function assignLogical(
  f: FunctionEmitter,
  node: ast.AssignmentExpression,
  register: number | undefined,
): void {
  const jump = node.operator === "&&=" ? "JF" : node.operator === "||=" ? "JT" : "JNNULLISH";
  const end = f.asm.label();
  const left = unwrap(node.left);
  const variable = left.type === "Identifier" ? assignableRegister(f, f.declared(left)) : undefined;
  if (variable !== undefined) {
    f.asm.branch(jump, variable, end);
    evaluateVariable(f, variable, node.right);
    f.asm.place(end);
    if (register !== undefined) f.asm.op("MOVE", register, variable);
    return;
  }
  const target = prepareTarget(f, left, node.right);
  const value = register ?? f.temp();
  readTarget(f, target, value);
  f.asm.branch(jump, value, end);
  evaluate(f, node.right, value);
  assignTarget(f, target, value);
  f.asm.place(end);
}

/** `a += b` and the like */
function assignCompound(
  f: FunctionEmitter,
  node: ast.AssignmentExpression,
  register: number | undefined,
): void {
  const operator = node.operator.slice(0, -1);
  const left = unwrap(node.left);
  const variable = left.type === "Identifier" ? assignableRegister(f, f.declared(left)) : undefined;
  if (variable !== undefined) {
    const before = operandBefore(f, left, node.right);
    emitOperator(f, operator, variable, before, node.right, node);
    if (register !== undefined) f.asm.op("MOVE", register, variable);
    return;
  }
  const target = prepareTarget(f, left, node.right);
  const value = register ?? f.temp();
  readTarget(f, target, value);
  emitOperator(f, operator, value, value, node.right, node);
  assignTarget(f, target, value);
}

/** `a++` and the like; `register` gets the value unless undefined. */
export function emitUpdate(
  f: FunctionEmitter,
  node: ast.UpdateExpression,
  register: number | undefined,
): void {
  const mark = f.next;
  const name = node.operator === "++" ? "INC" : "DEC";
  const argument = unwrap(node.argument);
  const variable =
    argument.type === "Identifier" ? assignableRegister(f, f.declared(argument)) : undefined;
  if (variable !== undefined) {
    f.at(node);
    if (register === undefined || node.prefix) f.asm.op(name, variable, variable);
    else {
      f.asm.op("NUMERIC", register, variable);
      f.asm.op(name, variable, register);
    }
    if (register !== undefined && node.prefix) f.asm.op("MOVE", register, variable);
    return f.release(mark);
  }
  const target = prepareTarget(f, argument);
  const value = register ?? f.temp();
  readTarget(f, target, value);
  f.at(node);
  if (register === undefined || node.prefix) {
    f.asm.op(name, value, value);
    assignTarget(f, target, value);
  } else {
    const changed = f.temp();
    f.asm.op("NUMERIC", value, value);
    f.asm.op(name, changed, value);
    assignTarget(f, target, changed);
  }
  f.release(mark);
}
