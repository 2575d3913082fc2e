/** The value of constant enum expressions, as TypeScript folds them. */
import { keyText } from "./names.ts";
import { type Node, unwrap } from "./parse.ts";

type Value = number | string | undefined;

/**
 * The value of an enum initializer, undefined when only the running program knows it. `member`
 * answers for names: of the enum itself (no object), and of `object.name`.
 */
export function foldConstant(
  expression: Node,
  member: (object: string | undefined, name: string) => Value,
): Value {
  const node = unwrap(expression);
  switch (node.type) {
    case "Literal":
      return typeof node.value === "number" || typeof node.value === "string"
        ? node.value
        : undefined;
    case "TemplateLiteral": {
      let text = node.quasis[0]?.value.cooked ?? "";
      for (const [index, inner] of node.expressions.entries()) {
        const value = foldConstant(inner, member);
        if (value === undefined) return undefined;
        text += String(value) + (node.quasis[index + 1]?.value.cooked ?? "");
      }
      return text;
    }
    case "Identifier":
      return member(undefined, node.name);
    case "UnaryExpression":
      return foldUnary(node.operator, foldConstant(node.argument, member));
    case "BinaryExpression":
      return foldBinary(
        node.operator,
        foldConstant(node.left, member),
        foldConstant(node.right, member),
      );
    case "MemberExpression": {
      if (node.object.type !== "Identifier") return undefined;
      const key: Node = node.property;
      if (node.computed && (key.type !== "Literal" || typeof key.value !== "string"))
        return undefined;
      const name = keyText(key);
      return name === undefined ? undefined : member(node.object.name, name);
    }
    default:
      return undefined;
  }
}

function foldUnary(operator: string, value: Value): Value {
  if (typeof value !== "number") return undefined;
  switch (operator) {
    case "+":
      return value;
    case "-":
      return -value;
    case "~":
      return ~value;
    default:
      return undefined;
  }
}

function foldBinary(operator: string, left: Value, right: Value): Value {
  if (left === undefined || right === undefined) return undefined;
  if (operator === "+" && (typeof left === "string" || typeof right === "string"))
    return `${left}${right}`;
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
    case "%":
      return left % right;
    case "**":
      return left ** right;
    case "<<":
      return left << right;
    case ">>":
      return left >> right;
    case ">>>":
      return left >>> right;
    case "&":
      return left & right;
    case "|":
      return left | right;
    case "^":
      return left ^ right;
    default:
      return undefined;
  }
}
