/** Values known while compiling: folding, and the shortest instruction that loads one. */
import { Special } from "./assemble.ts";
import type { FunctionEmitter, Known } from "./emit-state.ts";
import { type Node, unwrap } from "./parse.ts";

/** The value of an expression that always has the same one and no effect, else undefined. */
export function fold(f: FunctionEmitter, expression: Node): Known | undefined {
  const node = unwrap(expression);
  const memo = f.program.folded;
  if (memo.has(node)) return memo.get(node);
  const known = compute(f, node);
  // A name may become known later: only what hangs on no name is remembered as unknown.
  if (known !== undefined || node.type === "BinaryExpression") memo.set(node, known);
  return known;
}

function compute(f: FunctionEmitter, node: Node): Known | undefined {
  const constant = f.module.constants.get(node);
  if (constant !== undefined) return { value: constant };
  switch (node.type) {
    case "Literal": {
      const { value } = node;
      if (typeof value === "bigint" || (typeof value === "object" && value !== null))
        return undefined;
      return "regex" in node ? undefined : { value };
    }
    case "Identifier": {
      const binding = f.binding(node);
      if (binding === undefined)
        return node.name === "undefined" ? { value: undefined } : undefined;
      return f.program.known.get(binding);
    }
    case "TemplateLiteral":
      return foldTemplate(
        f,
        node.quasis.map((quasi) => quasi.value.cooked),
        node.expressions,
      );
    case "UnaryExpression": {
      const known = fold(f, node.argument);
      return known === undefined ? undefined : foldUnary(node.operator, known.value);
    }
    case "BinaryExpression": {
      const left = fold(f, node.left);
      const right = left === undefined ? undefined : fold(f, node.right);
      if (left === undefined || right === undefined) return undefined;
      return foldBinary(node.operator, left.value, right.value);
    }
    case "ConditionalExpression": {
      const test = fold(f, node.test);
      return test === undefined
        ? undefined
        : fold(f, test.value ? node.consequent : node.alternate);
    }
    default:
      return undefined;
  }
}

function foldTemplate(
  f: FunctionEmitter,
  quasis: readonly (string | null)[],
  expressions: readonly Node[],
): Known | undefined {
  let text = quasis[0] ?? "";
  for (const [i, expression] of expressions.entries()) {
    const known = fold(f, expression);
    if (known === undefined) return undefined;
    text += String(known.value) + (quasis[i + 1] ?? "");
  }
  return { value: text };
}

function foldUnary(operator: string, value: Known["value"]): Known | undefined {
  switch (operator) {
    case "!":
      return { value: !value };
    case "void":
      return { value: undefined };
    case "typeof":
      return { value: typeof value };
    case "-":
      return typeof value === "number" ? { value: -value } : undefined;
    case "+":
      return typeof value === "number" ? { value } : undefined;
    case "~":
      return typeof value === "number" ? { value: ~value } : undefined;
    default:
      return undefined;
  }
}

function foldBinary(
  operator: string,
  left: Known["value"],
  right: Known["value"],
): Known | undefined {
  if (operator === "===") return { value: left === right };
  if (operator === "!==") return { value: left !== right };
  if (operator === "+" && (typeof left === "string" || typeof right === "string")) {
    return { value: `${left}${right}` };
  }
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  const value = arithmetic(operator, left, right);
  return value === undefined ? undefined : { value };
}

function arithmetic(operator: string, a: number, b: number): number | boolean | undefined {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "**":
      return a ** b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "<<":
      return a << b;
    case ">>":
      return a >> b;
    case ">>>":
      return a >>> b;
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      return undefined;
  }
}

/** True for an integer that fits an operand of `bits` bits. */
export function isShort(value: Known["value"], bits: 8 | 16): value is number {
  const limit = bits === 8 ? 0x80 : 0x8000;
  return (
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= -limit &&
    value < limit &&
    !Object.is(value, -0)
  );
}

export function loadKnown(f: FunctionEmitter, { value }: Known, register: number): void {
  if (typeof value === "number") {
    if (isShort(value, 16)) {
      f.asm.wide("LOADI", register, value);
    } else f.asm.wide("LOADK", register, f.asm.number(value));
  } else if (typeof value === "string") f.asm.wide("LOADK", register, f.asm.string(value));
  else f.loadSpecial(register, specialOf(value));
}

function specialOf(value: boolean | null | undefined): Special {
  if (value === undefined) return Special.undefined;
  if (value === null) return Special.null;
  return value ? Special.true : Special.false;
}

/** Index of a constant for a K8 operand; undefined when it does not fit 8 bits. */
export function constantOperand(f: FunctionEmitter, { value }: Known): number | undefined {
  const index =
    typeof value === "number"
      ? f.asm.number(value)
      : typeof value === "string"
        ? f.asm.string(value)
        : f.asm.special(specialOf(value));
  return index <= 0xff ? index : undefined;
}

/** The text of a key that is known and names a property (no array index), else undefined. */
export function nameOf(f: FunctionEmitter, key: Node, computed: boolean): string | undefined {
  let name: string | undefined;
  if (!computed && key.type === "Identifier") name = key.name;
  else {
    const known = fold(f, key);
    if (known === undefined) return undefined;
    name = String(known.value);
  }
  return isIndex(name) ? undefined : name;
}

/** True for the canonical form of an array index: "0" to "4294967294". */
export function isIndex(text: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) <= 4294967294;
}
