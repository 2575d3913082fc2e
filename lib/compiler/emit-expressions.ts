/**
 * Expressions. A result is made in the register that wants it (`evaluate`), or wherever it already is
 * (`operand`), or not at all (`effect`).
 */
import { emitAssignment, emitUpdate } from "./emit-assignments.ts";
import { directRegister, loadBinding, thisRegister } from "./emit-bindings.ts";
import { emitCall, emitNew } from "./emit-calls.ts";
import { emitClass } from "./emit-classes.ts";
import { branch } from "./emit-conditions.ts";
import { constantOperand, fold, isShort, loadKnown, nameOf } from "./emit-constants.ts";
import { emitClosure } from "./emit-functions.ts";
import { emitArray, emitObject, emitTemplate } from "./emit-literals.ts";
import { emitPrivateGet, emitPrivateIn } from "./emit-private.ts";
import type { FunctionEmitter } from "./emit-state.ts";
import { type ast, isFunction, type Node, unwrap, walk } from "./parse.ts";
import type { Binding } from "./scope.ts";
import type { OpName } from "./tables.gen.ts";

/** register = value of `expression`; `self` is the binding it initializes. */
export function evaluate(
  f: FunctionEmitter,
  expression: Node,
  register: number,
  self?: Binding,
): void {
  const node = unwrap(expression);
  const known = fold(f, node);
  if (known !== undefined) return loadKnown(f, known, register);
  const binding = f.binding(node);
  if (binding !== undefined && node.type !== "PropertyDefinition" && node.type !== "Super") {
    f.at(node);
    return loadBinding(f, binding, register);
  }
  switch (node.type) {
    case "ThisExpression":
      return loadThis(f, register);
    case "TemplateLiteral":
      return emitTemplate(f, node, register);
    case "ArrayExpression":
      return emitArray(f, node.elements, register);
    case "ObjectExpression":
      return emitObject(f, node, register);
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return emitClosure(f, node, register, self);
    case "ClassExpression":
      return emitClassExpression(f, node, register);
    case "UnaryExpression":
      return emitUnary(f, node, register);
    case "UpdateExpression":
      return emitUpdate(f, node, register);
    case "BinaryExpression":
      return emitBinary(f, node, register);
    case "LogicalExpression":
      return emitLogical(f, node, register);
    case "ConditionalExpression":
      return emitConditional(f, node, register);
    case "AssignmentExpression":
      return emitAssignment(f, node, register);
    case "SequenceExpression":
      for (const one of node.expressions.slice(0, -1)) effect(f, one);
      return evaluate(f, node.expressions.at(-1) ?? node, register);
    case "MemberExpression":
      return emitMember(f, node, register);
    case "CallExpression":
      return emitCall(f, node, register);
    case "NewExpression":
      return emitNew(f, node, register);
    case "ChainExpression":
      return emitChain(f, node.expression, register);
    case "MetaProperty":
      if (f.inField || f.newTarget === undefined) return f.loadUndefined(register);
      return f.asm.op("MOVE", register, f.newTarget);
    case "Identifier":
      return f.loadUndefined(register);
    default:
      // Everything else was refused before; a refusal that only warns throws where it is reached.
      f.at(node);
      return f.asm.wide("FAIL", 3, f.asm.string(`${node.type} is not available in fiber code`));
  }
}

function loadThis(f: FunctionEmitter, register: number): void {
  if (f.info.kind === "module" || f.info.kind === "arrow") f.loadUndefined(register);
  else f.asm.op("MOVE", register, thisRegister(f));
}

/** A register with the value: the variable's own, or a new temporary. */
export function operand(f: FunctionEmitter, expression: Node, self?: Binding): number {
  const direct = direct0(f, expression);
  if (direct !== undefined) return direct;
  return copyOperand(f, expression, self);
}

/** A new temporary with the value. */
export function copyOperand(f: FunctionEmitter, expression: Node, self?: Binding): number {
  const register = f.temp();
  evaluate(f, expression, register, self);
  return register;
}

/** The register of a variable or `this`, when the expression is nothing else. */
function direct0(f: FunctionEmitter, expression: Node): number | undefined {
  const node = unwrap(expression);
  if (node.type !== "Identifier" && node.type !== "ThisExpression") return undefined;
  const binding = f.binding(node);
  f.at(node);
  if (binding !== undefined)
    return f.program.known.has(binding) ? undefined : directRegister(f, binding);
  const own = node.type === "ThisExpression" && f.info.kind !== "module" && f.info.kind !== "arrow";
  return own ? thisRegister(f) : undefined;
}

/** As operand, for a value that must survive the evaluation of `later`. */
export function operandBefore(f: FunctionEmitter, expression: Node, ...later: Node[]): number {
  return stable(f, expression, later) ? operand(f, expression) : copyOperand(f, expression);
}

/** As operandBefore, but uses `register` as the temporary where it is one. */
export function operandInto(
  f: FunctionEmitter,
  expression: Node,
  register: number,
  ...later: Node[]
): number {
  if (!f.isTemp(register)) return operandBefore(f, expression, ...later);
  const direct = stable(f, expression, later) ? direct0(f, expression) : undefined;
  if (direct !== undefined) return direct;
  evaluate(f, expression, register);
  return register;
}

/** False when evaluating `later` may assign the variable that `expression` is. */
export function stable(f: FunctionEmitter, expression: Node, later: readonly Node[]): boolean {
  const node = unwrap(expression);
  if (node.type !== "Identifier") return true;
  const binding = f.binding(node);
  if (binding === undefined || !binding.reassigned || binding.storage.kind !== "register")
    return true;
  return !later.some((one) => assigns(f, one, binding));
}

function assigns(f: FunctionEmitter, later: Node, binding: Binding): boolean {
  let found = false;
  const names = (target: Node): void =>
    walk(target, (node) => {
      if (f.binding(node) === binding) found = true;
    });
  walk(later, (node) => {
    if (found || isFunction(node)) return false;
    if (node.type === "AssignmentExpression") names(node.left);
    else if (node.type === "UpdateExpression") names(node.argument);
    return true;
  });
  return found;
}

/** Evaluates for what it does; the value is not needed. */
export function effect(f: FunctionEmitter, expression: Node): void {
  const node = unwrap(expression);
  if (fold(f, node) !== undefined) return;
  const mark = f.next;
  switch (node.type) {
    case "AssignmentExpression":
      emitAssignment(f, node, undefined);
      break;
    case "UpdateExpression":
      emitUpdate(f, node, undefined);
      break;
    case "CallExpression":
      emitCall(f, node, undefined);
      break;
    case "NewExpression":
      emitNew(f, node, undefined);
      break;
    case "SequenceExpression":
      for (const one of node.expressions) effect(f, one);
      break;
    case "LogicalExpression":
      effectLogical(f, node);
      break;
    case "ConditionalExpression":
      effectConditional(f, node);
      break;
    case "ChainExpression":
      effectChain(f, node.expression);
      break;
    case "UnaryExpression":
      if (node.operator === "!" || node.operator === "void") effect(f, node.argument);
      else operand(f, node);
      break;
    default:
      operand(f, node);
  }
  f.release(mark);
}

function effectLogical(f: FunctionEmitter, node: ast.LogicalExpression): void {
  const end = f.asm.label();
  if (node.operator === "??") f.asm.branch("JNNULLISH", operand(f, node.left), end);
  else branch(f, node.left, end, node.operator === "||");
  effect(f, node.right);
  f.asm.place(end);
}

function effectConditional(f: FunctionEmitter, node: ast.ConditionalExpression): void {
  const otherwise = f.asm.label();
  const end = f.asm.label();
  branch(f, node.test, otherwise, false);
  effect(f, node.consequent);
  f.asm.jump(end);
  f.asm.place(otherwise);
  effect(f, node.alternate);
  f.asm.place(end);
}

// --- assigning variables ---

/**
 * True when evaluating into a variable's register touches it once, at the end: nothing can see half
 * of the expression, not even a handler when it throws.
 */
export function writesOnce(f: FunctionEmitter, expression: Node): boolean {
  const node = unwrap(expression);
  if (fold(f, node) !== undefined) return true;
  switch (node.type) {
    case "UpdateExpression":
    case "ObjectExpression":
    case "ClassExpression":
    case "ChainExpression":
    case "AssignmentExpression":
    case "LogicalExpression":
      return false;
    case "ArrayExpression":
      return (
        node.elements.length <= 8 &&
        node.elements.every((one) => one !== null && one.type !== "SpreadElement")
      );
    case "ConditionalExpression":
      return writesOnce(f, node.consequent) && writesOnce(f, node.alternate);
    case "SequenceExpression":
      return writesOnce(f, node.expressions.at(-1) ?? node);
    default:
      return true;
  }
}

// --- operators ---

const binaryOps: Readonly<Record<string, OpName>> = {
  "+": "ADD",
  "-": "SUB",
  "*": "MUL",
  "/": "DIV",
  "%": "MOD",
  "**": "POW",
  "&": "BAND",
  "|": "BOR",
  "^": "BXOR",
  "<<": "SHL",
  ">>": "SHR",
  ">>>": "USHR",
  "<": "LT",
  "<=": "LE",
  ">": "GT",
  ">=": "GE",
  "==": "EQ",
  "!=": "NE",
  "===": "SEQ",
  "!==": "SNE",
  in: "IN",
  instanceof: "INSTANCEOF",
};
const constantOps: Readonly<Record<string, OpName>> = {
  "+": "ADDK",
  "-": "SUBK",
  "*": "MULK",
  "/": "DIVK",
  "%": "MODK",
  "&": "BANDK",
  "|": "BORK",
  "^": "BXORK",
  "<<": "SHLK",
  ">>": "SHRK",
  ">>>": "USHRK",
};
/** With an integer of 8 bits on the right. */
const integerOps: Readonly<Record<string, OpName>> = { "+": "ADDI", "-": "SUBI", "*": "MULI" };
const commutative = new Set(["*", "&", "|", "^"]);

function emitBinary(
  f: FunctionEmitter,
  node: ast.BinaryExpression | ast.PrivateInExpression,
  register: number,
): void {
  if (node.left.type === "PrivateIdentifier") {
    return emitPrivateIn(f, node.left, node.right, register);
  }
  const { left, right } = node;
  const swapped = commutative.has(node.operator) && typeof fold(f, left)?.value === "number";
  const mark = f.next;
  const a = swapped ? operandInto(f, right, register) : operandInto(f, left, register, right);
  emitOperator(f, node.operator, register, a, swapped ? left : right, node);
  f.release(mark);
}

/** register = a operator right; `register` may be `a`. */
export function emitOperator(
  f: FunctionEmitter,
  operator: string,
  register: number,
  a: number,
  right: Node,
  place: Node,
): void {
  const mark = f.next;
  const known = fold(f, right);
  const inside = integerOps[operator];
  if (inside !== undefined && isShort(known?.value, 8) && !(operator === "*" && known.value <= 0)) {
    f.at(place);
    return f.asm.op(inside, register, a, known.value & 0xff);
  }
  const withConstant = constantOps[operator];
  if (withConstant !== undefined && typeof known?.value === "number") {
    const constant = constantOperand(f, known);
    if (constant !== undefined) {
      f.at(place);
      return f.asm.op(withConstant, register, a, constant);
    }
  }
  const b = operand(f, right);
  const name = binaryOps[operator];
  if (name === undefined) throw new Error(`no operator ${operator}`);
  f.at(place);
  f.asm.op(name, register, a, b);
  f.release(mark);
}

function emitUnary(f: FunctionEmitter, node: ast.UnaryExpression, register: number): void {
  const mark = f.next;
  switch (node.operator) {
    case "void":
      effect(f, node.argument);
      return f.loadUndefined(register);
    case "delete":
      return emitDelete(f, node.argument, register);
    case "typeof": {
      const target = unwrap(node.argument);
      const unresolved = target.type === "Identifier" && f.binding(target) === undefined;
      if (unresolved) return loadKnown(f, { value: "undefined" }, register);
      f.asm.op("TYPEOF", register, operandInto(f, target, register));
      break;
    }
    default: {
      const ops = { "!": "NOT", "-": "NEG", "+": "PLUS", "~": "BNOT" } as const;
      const value = operandInto(f, node.argument, register);
      f.at(node);
      f.asm.op(ops[node.operator], register, value);
    }
  }
  f.release(mark);
}

function emitDelete(f: FunctionEmitter, argument: Node, register: number): void {
  const target = unwrap(argument);
  if (target.type === "ChainExpression") {
    const outer = f.chainEnd;
    const end = f.asm.label();
    const done = f.asm.label();
    f.chainEnd = end;
    emitDelete(f, target.expression, register);
    f.chainEnd = outer;
    if (!end.used) return;
    f.asm.jump(done);
    f.asm.place(end);
    loadKnown(f, { value: true }, register);
    return f.asm.place(done);
  }
  if (target.type !== "MemberExpression") {
    effect(f, target);
    return loadKnown(f, { value: true }, register);
  }
  const mark = f.next;
  if (target.object.type === "Super") {
    return f.asm.wide("FAIL", 2, f.asm.string("Unsupported reference to 'super'"));
  }
  const object = operandBefore(f, target.object, ...(target.computed ? [target.property] : []));
  if (target.optional) chainTest(f, object);
  const name = nameOf(f, target.property, target.computed);
  if (name !== undefined) {
    f.at(target);
    f.asm.named("DELPROP", register, object, name);
  } else {
    const key = operand(f, target.property);
    f.at(target);
    f.asm.op("DELELEM", register, object, key);
  }
  f.release(mark);
}

function emitLogical(f: FunctionEmitter, node: ast.LogicalExpression, register: number): void {
  const end = f.asm.label();
  const jumps = { "&&": "JF", "||": "JT", "??": "JNNULLISH" } as const;
  evaluate(f, node.left, register);
  f.asm.branch(jumps[node.operator], register, end);
  evaluate(f, node.right, register);
  f.asm.place(end);
}

function emitConditional(
  f: FunctionEmitter,
  node: ast.ConditionalExpression,
  register: number,
): void {
  const known = fold(f, node.test);
  if (known !== undefined) {
    return evaluate(f, known.value ? node.consequent : node.alternate, register);
  }
  const otherwise = f.asm.label();
  const end = f.asm.label();
  branch(f, node.test, otherwise, false);
  evaluate(f, node.consequent, register);
  f.asm.jump(end);
  f.asm.place(otherwise);
  evaluate(f, node.alternate, register);
  f.asm.place(end);
}

function emitClassExpression(f: FunctionEmitter, node: ast.Class, register: number): void {
  if (f.isTop(register)) emitClass(f, node, register);
  else {
    const made = f.temp();
    emitClass(f, node, made);
    f.asm.op("MOVE", register, made);
    f.release(made);
  }
}

// --- members and chains ---

/** register = object.property, with everything a member expression can be. */
function emitMember(f: FunctionEmitter, node: ast.MemberExpression, register: number): void {
  const mark = f.next;
  const { object, property } = node;
  if (object.type === "Super") {
    emitSuperGet(f, node, register);
    return f.release(mark);
  }
  const base = operandInto(f, object, register, ...(node.computed ? [property] : []));
  if (node.optional) chainTest(f, base);
  if (property.type === "PrivateIdentifier") {
    f.at(property);
    emitPrivateGet(f, base, property, object, register);
  } else emitGet(f, base, property, node.computed, register);
  f.release(mark);
}

/** register = base.property or base[property] */
function emitGet(
  f: FunctionEmitter,
  base: number,
  property: Node,
  computed: boolean,
  register: number,
): void {
  const mark = f.next;
  const name = nameOf(f, property, computed);
  if (name !== undefined) {
    f.at(property);
    f.asm.named("GETPROP", register, base, name);
  } else {
    const key = operand(f, property);
    f.at(property);
    f.asm.op("GETELEM", register, base, key);
  }
  f.release(mark);
}

export interface SuperParts {
  readonly home: number;
  readonly key: number;
  readonly self: number;
}

/** Registers of what `super.name` needs: the home object, the key, and `this`. */
export function superParts(f: FunctionEmitter, node: ast.MemberExpression): SuperParts {
  f.at(node);
  const self = superThis(f);
  const home = superHome(f);
  const name = node.computed ? undefined : nameOf(f, node.property, false);
  const key = f.temp();
  if (name !== undefined) loadKnown(f, { value: name }, key);
  else evaluate(f, node.property, key);
  return { home, key, self };
}

/** register = super.property; answers the register of `this`. */
export function emitSuperGet(
  f: FunctionEmitter,
  node: ast.MemberExpression,
  register: number,
): number {
  const name = nameOf(f, node.property, node.computed);
  if (name === undefined) {
    const { home, key, self } = superParts(f, node);
    f.at(node.property);
    f.asm.bits("GETSUPER", register, home, key, self);
    return self;
  }
  f.at(node);
  const self = superThis(f);
  const home = superHome(f);
  f.at(node.property);
  f.asm.named("SUPERPROP", register, home, name, self);
  return self;
}

function superThis(f: FunctionEmitter): number {
  const captured = f.info.captures.find((one) => one.binding.kind === "this");
  if (f.info.kind !== "arrow" || captured === undefined) return thisRegister(f);
  const direct = directRegister(f, captured.binding);
  if (direct !== undefined) return direct;
  const register = f.temp();
  loadBinding(f, captured.binding, register);
  return register;
}

function superHome(f: FunctionEmitter): number {
  if (f.info.kind === "static") return 0;
  const binding = [
    ...f.info.captures.map((one) => one.binding),
    ...f.info.scope.bindings.values(),
  ].find((one) => one.kind === "home");
  if (binding !== undefined) {
    const direct = directRegister(f, binding);
    if (direct !== undefined) return direct;
  }
  const register = f.temp();
  if (f.info.kind === "arrow" && binding !== undefined) loadBinding(f, binding, register);
  else f.asm.op("GETHOME", register);
  return register;
}

/** The rest of the optional chain is skipped when the value so far is null or undefined. */
export function chainTest(f: FunctionEmitter, register: number): void {
  if (f.chainEnd === undefined) throw new Error("an optional link outside a chain");
  f.asm.branch("JNULLISH", register, f.chainEnd);
}

function emitChain(f: FunctionEmitter, expression: Node, register: number): void {
  const outer = f.chainEnd;
  const end = f.asm.label();
  f.chainEnd = end;
  evaluate(f, expression, register);
  f.chainEnd = outer;
  if (!end.used) return;
  const done = f.asm.label();
  f.asm.jump(done);
  f.asm.place(end);
  f.loadUndefined(register);
  f.asm.place(done);
}

function effectChain(f: FunctionEmitter, expression: Node): void {
  const outer = f.chainEnd;
  const end = f.asm.label();
  f.chainEnd = end;
  effect(f, expression);
  f.chainEnd = outer;
  f.asm.place(end);
}
