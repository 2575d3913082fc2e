/** Conditions: jumps fused with their comparison, short circuits without intermediate values. */
import type { Label } from "./assemble.ts";
import { constantOperand, fold, isShort } from "./emit-constants.ts";
import { effect, operand, operandBefore } from "./emit-expressions.ts";
import type { FunctionEmitter, Known } from "./emit-state.ts";
import { type ast, type Node, unwrap } from "./parse.ts";
import type { OpName } from "./tables.gen.ts";

/** Jumps to `label` when the truth of `expression` is `when`, else falls through. */
export function branch(f: FunctionEmitter, expression: Node, label: Label, when: boolean): void {
  const node = unwrap(expression);
  const known = fold(f, node);
  if (known !== undefined) {
    if (Boolean(known.value) === when) f.asm.jump(label);
    return;
  }
  switch (node.type) {
    case "UnaryExpression":
      if (node.operator !== "!") break;
      return branch(f, node.argument, label, !when);
    case "LogicalExpression":
      if (node.operator === "??") break;
      return branchLogical(f, node, label, when);
    case "SequenceExpression": {
      const last = node.expressions.at(-1);
      for (const one of node.expressions.slice(0, -1)) effect(f, one);
      if (last !== undefined) branch(f, last, label, when);
      return;
    }
    case "ConditionalExpression":
      return branchConditional(f, node, label, when);
    case "BinaryExpression":
      if (branchBinary(f, node, label, when)) return;
      break;
  }
  const mark = f.next;
  f.asm.branch(when ? "JT" : "JF", operand(f, node), label);
  f.release(mark);
}

function branchLogical(
  f: FunctionEmitter,
  node: ast.LogicalExpression,
  label: Label,
  when: boolean,
): void {
  // `a && b` is false as soon as a is; `a || b` is true as soon as a is.
  const decisive = node.operator === "||";
  if (when === decisive) branch(f, node.left, label, when);
  else {
    const skip = f.asm.label();
    branch(f, node.left, skip, decisive);
    branch(f, node.right, label, when);
    return f.asm.place(skip);
  }
  branch(f, node.right, label, when);
}

function branchConditional(
  f: FunctionEmitter,
  node: ast.ConditionalExpression,
  label: Label,
  when: boolean,
): void {
  const otherwise = f.asm.label();
  const end = f.asm.label();
  branch(f, node.test, otherwise, false);
  branch(f, node.consequent, label, when);
  f.asm.jump(end);
  f.asm.place(otherwise);
  branch(f, node.alternate, label, when);
  f.asm.place(end);
}

interface Fused {
  readonly yes: OpName;
  readonly no: OpName;
  /** With a number constant on the right. */
  readonly yesK?: OpName;
  readonly noK?: OpName;
  /** With an integer of 16 bits on the right. */
  readonly yesI?: OpName;
  readonly noI?: OpName;
  /** The same comparison with the sides exchanged. */
  readonly mirrored: string;
}

type Constant = "JLT" | "JLE" | "JGT" | "JGE" | "JNLT" | "JNLE" | "JNGT" | "JNGE" | "JSEQ" | "JSNE";

/** A comparison that has forms for constants. */
function fusable(yes: Constant, no: Constant, mirrored: string): Fused {
  return {
    yes,
    no,
    yesK: `${yes}K`,
    noK: `${no}K`,
    yesI: `${yes}I`,
    noI: `${no}I`,
    mirrored,
  };
}

const fused: Readonly<Record<string, Fused>> = {
  "<": fusable("JLT", "JNLT", ">"),
  "<=": fusable("JLE", "JNLE", ">="),
  ">": fusable("JGT", "JNGT", "<"),
  ">=": fusable("JGE", "JNGE", "<="),
  "==": { yes: "JEQ", no: "JNE", mirrored: "==" },
  "!=": { yes: "JNE", no: "JEQ", mirrored: "!=" },
  "===": fusable("JSEQ", "JSNE", "==="),
  "!==": fusable("JSNE", "JSEQ", "!=="),
};

/** A comparison as one instruction; false when it is none. */
function branchBinary(
  f: FunctionEmitter,
  node: ast.BinaryExpression | ast.PrivateInExpression,
  label: Label,
  when: boolean,
): boolean {
  if (node.left.type === "PrivateIdentifier") return false;
  const right = fold(f, node.right);
  const left = right === undefined ? fold(f, node.left) : undefined;
  const entry = fused[node.operator];
  if (entry === undefined) return false;
  const mark = f.next;
  if (right !== undefined) {
    if (branchConstant(f, node.operator, node.left, right, label, when)) return true;
  } else if (left !== undefined) {
    if (branchConstant(f, entry.mirrored, node.right, left, label, when)) return true;
  }
  const a = operandBefore(f, node.left, node.right);
  const b = operand(f, node.right);
  f.at(node);
  f.asm.compare(when ? entry.yes : entry.no, a, b, label);
  f.release(mark);
  return true;
}

/** `expression operator constant`; false when no instruction takes the constant. */
function branchConstant(
  f: FunctionEmitter,
  operator: string,
  expression: Node,
  { value }: Known,
  label: Label,
  when: boolean,
): boolean {
  const equality = operator === "===" || operator === "!==";
  const loose = operator === "==" || operator === "!=";
  const positive = when === (operator === "===" || operator === "==");
  const mark = f.next;
  if (loose) {
    if (value !== null && value !== undefined) return false;
    f.asm.branch(positive ? "JNULLISH" : "JNNULLISH", operand(f, expression), label);
  } else if (equality && value === undefined) {
    f.asm.branch(positive ? "JUNDEF" : "JNUNDEF", operand(f, expression), label);
  } else {
    const entry = fused[operator];
    const name = when ? entry?.yesK : entry?.noK;
    if (name === undefined || (!equality && typeof value !== "number")) return false;
    const inside = when ? entry?.yesI : entry?.noI;
    if (inside !== undefined && isShort(value, 16) && !f.asm.isBackward(label)) {
      const register = operand(f, expression);
      f.at(expression);
      f.asm.compare(inside, register, value, label);
    } else {
      const constant = constantOperand(f, { value });
      if (constant === undefined) return false;
      const register = operand(f, expression);
      f.at(expression);
      f.asm.compare(name, register, constant, label);
    }
  }
  f.release(mark);
  return true;
}
