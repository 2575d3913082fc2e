/** Names that the tree spells: of patterns, keys, exports and enum members. */
import { type ast, isClass, isFunction, type Node, parametersOf } from "./parse.ts";

/** The declaration of an export statement, or the statement itself. */
export function declarationOf(statement: Node): Node {
  if (statement.type === "ExportNamedDeclaration") return statement.declaration ?? statement;
  if (statement.type === "ExportDefaultDeclaration") return statement.declaration;
  return statement;
}

/** All identifiers a pattern or parameter declares. */
export function patternNames(node: Node): ast.BindingIdentifier[] {
  switch (node.type) {
    case "Identifier":
      return [node as ast.BindingIdentifier];
    case "AssignmentPattern":
      return patternNames(node.left);
    case "RestElement":
      return patternNames(node.argument);
    case "TSParameterProperty":
      return patternNames(node.parameter);
    case "ArrayPattern":
      return node.elements.flatMap((element) => (element ? patternNames(element) : []));
    case "ObjectPattern":
      return node.properties.flatMap((property) =>
        patternNames(property.type === "RestElement" ? property : property.value),
      );
    default:
      return [];
  }
}

export function declaredNames(node: Node): ast.BindingIdentifier[] {
  if (node.type === "VariableDeclaration")
    return node.declarations.flatMap((one) => patternNames(one.id));
  if (isFunction(node) || isClass(node)) return node.id ? [node.id] : [];
  return node.type === "TSEnumDeclaration" ? [node.id] : [];
}

export function nameOf(node: ast.ModuleExportName): string {
  return node.type === "Literal" ? node.value : node.name;
}

/** The text of a key that is not computed. */
export function keyText(key: Node): string | undefined {
  switch (key.type) {
    case "Identifier":
      return key.name;
    case "PrivateIdentifier":
      return `#${key.name}`;
    case "Literal":
      return String(key.value);
    default:
      return undefined;
  }
}

/** The text of a computed key that every run agrees on. */
export function computedText(key: Node): string | undefined {
  if (key.type === "Literal" && (typeof key.value === "string" || typeof key.value === "number")) {
    return String(key.value);
  }
  if (
    key.type === "MemberExpression" &&
    !key.computed &&
    key.object.type === "Identifier" &&
    key.object.name === "Symbol"
  )
    return `[Symbol.${keyText(key.property) ?? ""}]`;
  return undefined;
}

export function enumMemberName(member: ast.TSEnumMember): string {
  const id: Node = member.id;
  if (id.type === "Identifier") return id.name;
  return id.type === "Literal" ? String(id.value) : (id.quasis[0]?.value.cooked ?? "");
}

export function parameterProperties(node: Node): string[] {
  if (!isFunction(node)) return [];
  return parametersOf(node).flatMap((param) =>
    param.type === "TSParameterProperty" ? patternNames(param).map((id) => id.name) : [],
  );
}
