/**
 * Private members. A private field is a property under a private name of its class. Private methods
 * and accessors are variables of the class scope; what instances carry is one brand for all of them,
 * a private name with the class's name as its text, which every use asks for first. Private members
 * of the class object itself work the same, with a brand of their own. A static private field of a
 * top-level class is a module slot behind such a check, as the class object is shared and frozen.
 */
import type { PrivateName } from "./assemble.ts";
import { loadBinding } from "./emit-bindings.ts";
import { operand } from "./emit-expressions.ts";
import type { FunctionEmitter } from "./emit-state.ts";
import { type ast, isClass, isErased, type Node, unwrap } from "./parse.ts";
import type { Binding, Scope } from "./scope.ts";

type Member = ast.PropertyDefinition | ast.MethodDefinition;

/** What a private identifier names. */
interface PrivateMember {
  readonly classNode: ast.Class;
  readonly member: Member;
  /** Module slot of a static field of a top-level class. */
  readonly slot: number | undefined;
}

function findMember(classNode: ast.Class, name: string): Member | undefined {
  for (const one of classNode.body.body) {
    if (isErased(one) || (one.type !== "PropertyDefinition" && one.type !== "MethodDefinition"))
      continue;
    if (one.key.type === "PrivateIdentifier" && one.key.name === name) return one;
  }
  return undefined;
}

function resolve(f: FunctionEmitter, node: ast.PrivateIdentifier): PrivateMember {
  // Code of the function at hand may stand in a class that the function defines (a computed key).
  const open = [...f.openClasses].reverse();
  for (let scope: Scope | undefined = f.info.scope; scope !== undefined; scope = scope.parent) {
    if (isClass(scope.node)) open.push(scope.node);
  }
  for (const classNode of open) {
    const member = findMember(classNode, node.name);
    if (member === undefined) continue;
    const slot = f.module.classes.get(classNode)?.staticSlots.get(member);
    return { classNode, member, slot };
  }
  throw new Error(`no class declares #${node.name}`);
}

/** The name under which instances (or the class object) hold the field, or their brand. */
function nameFor(f: FunctionEmitter, { classNode, member }: PrivateMember): PrivateName {
  if (member.type === "PropertyDefinition" && member.key.type === "PrivateIdentifier") {
    return f.program.privateName(classNode, `#${member.key.name}`);
  }
  return member.static ? staticBrand(f, classNode) : brand(f, classNode);
}

/** What instances of a class with private methods or accessors carry. */
export function brand(f: FunctionEmitter, classNode: ast.Class): PrivateName {
  return f.program.privateName(classNode, className(classNode));
}

export function staticBrand(f: FunctionEmitter, classNode: ast.Class): PrivateName {
  return f.program.privateName(classNode, `static ${className(classNode)}`);
}

function className(classNode: ast.Class): string {
  return classNode.id?.name ?? "anonymous";
}

/** Throws unless the object in `object` has what `found` names. */
function checkBrand(f: FunctionEmitter, object: number, found: PrivateMember): void {
  const mark = f.next;
  const register = f.temp();
  if (found.member.type === "MethodDefinition" && found.member.static) {
    const fine = f.asm.label();
    f.asm.named("HASPRIV", register, object, nameFor(f, found));
    f.asm.branch("JT", register, fine);
    f.asm.wide("FAIL", 1, f.asm.string(`Receiver must be class ${className(found.classNode)}`));
    f.asm.place(fine);
  } else f.asm.named("GETPRIV", register, object, nameFor(f, found));
  f.release(mark);
}

/** The binding of a private method, or of one half of an accessor. */
function half(
  f: FunctionEmitter,
  node: ast.PrivateIdentifier,
  kind: "get" | "set" | "",
): Binding | undefined {
  const named = f.binding(node);
  const prefix = kind === "" ? "" : `${kind} `;
  return named?.scope.bindings.get(`${prefix}#${node.name}`);
}

/** True when the object is the class by its own name: it has its private members for certain. */
function isClassItself(f: FunctionEmitter, objectNode: Node, classNode: ast.Class): boolean {
  const binding = f.binding(unwrap(objectNode));
  if (binding === undefined || binding.reassigned) return false;
  return binding.node === classNode.id && classNode.id !== null;
}

/** register = object.#name */
export function emitPrivateGet(
  f: FunctionEmitter,
  object: number,
  node: ast.PrivateIdentifier,
  objectNode: Node,
  register: number,
): void {
  const found = resolve(f, node);
  if (found.member.type === "PropertyDefinition") {
    if (found.slot === undefined)
      return f.asm.named("GETPRIV", register, object, nameFor(f, found));
    if (!isClassItself(f, objectNode, found.classNode)) checkBrand(f, object, found);
    return f.asm.wide("GETMOD", register, found.slot);
  }
  checkBrand(f, object, found);
  const method = half(f, node, "");
  if (method !== undefined) return loadBinding(f, method, register);
  const getter = half(f, node, "get");
  if (getter === undefined) {
    return f.asm.wide("FAIL", 1, f.asm.string(`'#${node.name}' was defined without a getter`));
  }
  const mark = f.next;
  const window = f.temp(2);
  loadBinding(f, getter, window);
  f.asm.op("MOVE", window + 1, object);
  f.asm.op("CALLM", window, 0);
  f.asm.op("MOVE", register, window);
  f.release(mark);
}

/** object.#name = register */
export function emitPrivateSet(
  f: FunctionEmitter,
  object: number,
  node: ast.PrivateIdentifier,
  objectNode: Node,
  register: number,
): void {
  const found = resolve(f, node);
  if (found.member.type === "PropertyDefinition") {
    if (found.slot === undefined)
      return f.asm.named("SETPRIV", object, register, nameFor(f, found));
    if (!isClassItself(f, objectNode, found.classNode)) checkBrand(f, object, found);
    return f.asm.wide("SETMOD", register, found.slot);
  }
  checkBrand(f, object, found);
  const setter = half(f, node, "set");
  if (setter === undefined) {
    const text =
      half(f, node, "") === undefined
        ? `'#${node.name}' was defined without a setter`
        : `Private method '#${node.name}' is not writable`;
    return f.asm.wide("FAIL", 1, f.asm.string(text));
  }
  const mark = f.next;
  const window = f.temp(3);
  loadBinding(f, setter, window);
  f.asm.op("MOVE", window + 1, object);
  f.asm.op("MOVE", window + 2, register);
  f.asm.op("CALLM", window, 1);
  f.release(mark);
}

/** register = #name in object */
export function emitPrivateIn(
  f: FunctionEmitter,
  node: ast.PrivateIdentifier,
  objectNode: Node,
  register: number,
): void {
  const mark = f.next;
  const object = operand(f, objectNode);
  f.at(node);
  f.asm.named("HASPRIV", register, object, nameFor(f, resolve(f, node)));
  f.release(mark);
}
