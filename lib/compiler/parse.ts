/**
 * Source text to syntax tree. The tree is ESTree with TypeScript nodes as oxc-parser makes it,
 * without parentheses; offsets count UTF-16 code units, as JavaScript strings do.
 */
import type * as ast from "oxc-parser";
import { type Node, parseSync, type Program, visitorKeys } from "oxc-parser";
import type { Diagnostics } from "./diagnostics.ts";
import { nestingMax, tooDeepAt } from "./nesting.ts";

export type { Node, Program };
/** The types of single kinds of nodes. */
export type { ast };
export type FunctionNode = ast.Function | ast.ArrowFunctionExpression;
export type ClassNode = ast.Class;

/** One source file: its text, its tree, and where its lines start. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly lineStarts: readonly number[];
}

/** 1-based; the column counts UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0d && text.charCodeAt(at + 1) === 0x0a) continue;
    if (unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029) starts.push(at + 1);
  }
  return starts;
}

export function positionOf(lineStarts: readonly number[], offset: number): Position {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
}

/**
 * Parses one file as an ES module. Errors, the early errors of the specification included, go to
 * `diagnostics`; the answer is undefined then.
 */
export function parse(path: string, text: string, diagnostics: Diagnostics): Source | undefined {
  const lineStarts = lineStartsOf(text);
  const deep = tooDeepAt(text);
  if (deep !== undefined) {
    const values = { limit: String(nestingMax) };
    diagnostics.add({ path, text, lineStarts }, { start: deep, end: deep }, "tooDeep", values);
    return undefined;
  }
  const lang = /\.[cm]?js$/.test(path) ? "js" : "ts";
  const result = parseSync(path, text, {
    lang,
    astType: "ts",
    sourceType: "module",
    preserveParens: false,
    showSemanticErrors: true,
  });
  const errors = result.errors.filter((error) => error.severity === "Error");
  for (const error of errors) {
    // The last label is the offending place; earlier ones say what it conflicts with.
    const label = error.labels[error.labels.length - 1];
    const span = label ?? { start: 0, end: 0 };
    const values = { message: plain(error.message) };
    const hint = error.helpMessage?.trim().replace(/\s+/g, " ");
    diagnostics.add({ path, text, lineStarts }, span, "syntax", values, hint);
  }
  if (errors.length > 0) return undefined;
  return { path, text, program: result.program, lineStarts };
}

/** The parser's wording in ours: no backticks, no full stop. */
function plain(message: string): string {
  return message.replaceAll("`", "'").replace(/\.$/, "");
}

// --- walking ---

const typeKeys = new Set([
  "typeAnnotation",
  "typeParameters",
  "typeArguments",
  "superTypeArguments",
  "returnType",
  "implements",
  "decorators",
  "label",
]);
/** TypeScript nodes that hold code; every other TS node is erased. */
const codeNodes = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSTypeAssertion",
  "TSNonNullExpression",
  "TSInstantiationExpression",
  "TSParameterProperty",
  "TSEnumDeclaration",
  "TSEnumBody",
  "TSEnumMember",
  "TSExportAssignment",
]);
const codeKeys = new Map<string, readonly string[]>();

function keysOf(type: string): readonly string[] {
  let keys = codeKeys.get(type);
  if (keys === undefined) {
    keys =
      type.startsWith("TS") && !codeNodes.has(type)
        ? []
        : (visitorKeys[type] ?? []).filter((key) => !typeKeys.has(key));
    codeKeys.set(type, keys);
  }
  return keys;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/**
 * The child nodes that hold code, in source order: types, type arguments, decorators and labels are
 * left out, and so is everything below a node that `isErased`.
 */
export function children(node: Node): Node[] {
  const found: Node[] = [];
  if (isErased(node)) return found;
  const fields = node as unknown as Record<string, unknown>;
  for (const key of keysOf(node.type)) {
    const value = fields[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item) && !isErased(item)) found.push(item);
    } else if (isNode(value) && !isErased(value)) found.push(value);
  }
  return found;
}

/** Visits `node` and all code below it; `visit` answers false to skip what is below. */
export function walk(node: Node, visit: (node: Node) => unknown): void {
  if (visit(node) === false) return;
  for (const child of children(node)) walk(child, visit);
}

/** Declares or describes types only: nothing of it runs. */
export function isErased(node: Node): boolean {
  switch (node.type) {
    case "TSDeclareFunction":
    case "TSEmptyBodyFunctionExpression":
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSAbstractMethodDefinition":
    case "TSAbstractPropertyDefinition":
    case "TSAbstractAccessorProperty":
    case "TSIndexSignature":
    case "TSNamespaceExportDeclaration":
      return true;
    case "FunctionDeclaration":
      return node.declare === true || node.body === null;
    case "MethodDefinition":
      return node.value.body === null;
    case "VariableDeclaration":
    case "ClassDeclaration":
    case "PropertyDefinition":
      return node.declare === true;
    case "TSEnumDeclaration":
      return node.declare;
    case "TSModuleDeclaration":
      return (
        node.declare || (node.body !== null && "body" in node.body && onlyTypes(node.body.body))
      );
    case "ImportDeclaration":
      return node.importKind === "type";
    case "TSImportEqualsDeclaration":
      return node.importKind === "type";
    case "ExportAllDeclaration":
      return node.exportKind === "type";
    case "ExportNamedDeclaration":
      return (
        node.exportKind === "type" || (node.declaration !== null && isErased(node.declaration))
      );
    case "ExportDefaultDeclaration":
      return isErased(node.declaration);
    default:
      return false;
  }
}

function onlyTypes(body: readonly Node[]): boolean {
  return body.every((node) => isErased(node));
}

/** Parameters as they exist at run time: without TypeScript's `this` parameter. */
export function parametersOf(node: FunctionNode): readonly Node[] {
  const first = node.params[0];
  return first?.type === "Identifier" && first.name === "this" ? node.params.slice(1) : node.params;
}

/** The expression below TypeScript's wrappers: `x as T`, `x satisfies T`, `<T>x`, `x!`, `f<T>`. */
export function unwrap(node: Node): Node {
  let inner = node;
  for (;;) {
    switch (inner.type) {
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
      case "TSNonNullExpression":
      case "TSInstantiationExpression":
      case "ParenthesizedExpression":
        inner = inner.expression;
        break;
      default:
        return inner;
    }
  }
}

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression"
  );
}

export function isClass(node: Node): node is ClassNode {
  return node.type === "ClassDeclaration" || node.type === "ClassExpression";
}
