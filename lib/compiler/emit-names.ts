/**
 * How an expression reads in an error message: "obj.foo is not a function". The rendering is V8's,
 * whose messages programs print, quirks included; every form here was compared with Node.
 */
import { type Node, unwrap } from "./parse.ts";

const unknown = "(intermediate value)";

/** The text of a callee or object. */
export function expressionText(expression: Node): string {
  const node = unwrap(expression);
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "PrivateIdentifier":
      return `#${node.name}`;
    case "ThisExpression":
      return "this";
    case "Literal":
      return literalText(node.value);
    case "TemplateLiteral":
      if (node.expressions.length === 0) return JSON.stringify(node.quasis[0]?.value.cooked ?? "");
      return node.expressions.map(expressionText).join("");
    case "ChainExpression":
      return expressionText(node.expression);
    case "MemberExpression":
      return memberText(node.object, node.property, node.computed, node.optional);
    case "CallExpression":
      return `${expressionText(node.callee)}(...)`;
    case "ArrayExpression":
      return `[${node.elements.map(elementText).join(",")}]`;
    case "ObjectExpression":
      return `{${node.properties.map(() => unknown).join("")}}`;
    case "UnaryExpression":
      return unaryText(node.operator, node.argument);
    case "UpdateExpression": {
      const operand = expressionText(node.argument);
      return node.prefix ? `(${node.operator}${operand})` : `(${operand}${node.operator})`;
    }
    case "BinaryExpression":
    case "LogicalExpression":
      return `(${operands(node, node.operator).join(` ${node.operator} `)})`;
    case "SequenceExpression":
      return `(${node.expressions.map(expressionText).join(" , ")})`;
    case "ConditionalExpression":
      return unknown.repeat(3);
    case "AssignmentExpression":
      return expressionText(node.left);
    case "MetaProperty":
      return ".new.target";
    default:
      return unknown;
  }
}

function literalText(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}

function elementText(element: Node | null): string {
  if (element === null) return unknown;
  return element.type === "SpreadElement"
    ? `(...${expressionText(element.argument)})`
    : expressionText(element);
}

function memberText(object: Node, property: Node, computed: boolean, optional: boolean): string {
  const base = object.type === "Super" ? unknown : expressionText(object);
  const dot = optional ? "?." : ".";
  if (property.type === "PrivateIdentifier") return `${base}[#${property.name}]`;
  if (!computed && property.type === "Identifier") return `${base}${dot}${property.name}`;
  const key = unwrap(property);
  if (key.type === "Literal" && typeof key.value === "string") return `${base}${dot}${key.value}`;
  if (key.type === "TemplateLiteral" && key.expressions.length === 0) {
    return `${base}${dot}${key.quasis[0]?.value.cooked ?? ""}`;
  }
  return `${base}${optional ? "?." : ""}[${expressionText(key)}]`;
}

function unaryText(operator: string, argument: Node): string {
  const inner = unwrap(argument);
  if (inner.type === "Literal") {
    if (operator === "-" && typeof inner.value === "number") return `-${inner.value}`;
    if (operator === "!") return String(!inner.value);
  }
  const space = /^[a-z]/.test(operator) ? " " : "";
  return `(${operator}${space}${expressionText(inner)})`;
}

/** Operands of a chain of one operator, left to right: `a + b + c` reads flat. */
function operands(node: Node, operator: string): string[] {
  if (node.type !== "BinaryExpression" && node.type !== "LogicalExpression") {
    return [expressionText(node)];
  }
  const left = unwrap(node.left);
  const chained =
    (left.type === "BinaryExpression" || left.type === "LogicalExpression") &&
    left.operator === operator &&
    !/^[<>=!]|in/.test(operator);
  const first = chained ? operands(left, operator) : [expressionText(left)];
  return [...first, expressionText(node.right)];
}

/** The subject of "... is not iterable", where a for...of, spread or declaration names one. */
export function iterableText(expression: Node): string {
  const node = unwrap(expression);
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    return `${expressionText(node.callee)} is not a function or its return value`;
  }
  return expressionText(node);
}
