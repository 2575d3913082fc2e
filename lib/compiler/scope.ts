/**
 * Scope analysis: who declares each name, who captures it, and where it lives at run time. The
 * emitter reads these tables and decides nothing about names itself.
 */
import type { Node, Program } from "./parse.ts";

/** Where a binding lives. */
export type Storage =
  /** A register of the owning function; closures capture its value (never reassigned after capture). */
  | { readonly kind: "register" }
  /** A register of the owning function holding a box; closures capture the box. */
  | { readonly kind: "box" }
  /** A module slot of the image (module-level variables, static fields of module-level classes). */
  | { readonly kind: "module"; slot: number }
  /** A module-level function declaration: one shared function object, loaded by LOADFN, no TDZ. */
  | { readonly kind: "function"; fn: FunctionInfo }
  /** A value of the builtin table: an import from wo-fiber/std or a global. */
  | { readonly kind: "builtin"; index: number };

export type BindingKind =
  | "var"
  | "let"
  | "const"
  | "using"
  | "function"
  | "class"
  | "param"
  | "catch"
  | "import"
  | "enum"
  /** The name of a function or class expression seen from inside it. */
  | "self"
  /** What arrows capture from the function around them. */
  | "this"
  | "home"
  | "newTarget"
  /** A private method or accessor half of a class: a const in the class scope, named "#m", "get #x"
   * or "set #x". Every PrivateIdentifier that names a private method or accessor is in `references`
   * with the binding (an accessor: its getter, or its setter when it has no getter); one that names a
   * private field is not. */
  | "private"
  /** The value of a computed key of a class field, evaluated once where the class is defined: a
   * const in the class scope, captured by the constructor like any other; `references` maps the
   * PropertyDefinition to it. */
  | "key";

export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  readonly scope: Scope;
  /** The declaring identifier, for diagnostics; the function or class node for pseudo-bindings. */
  readonly node: Node;
  /** Assigned anywhere but in its initializer. */
  reassigned: boolean;
  /** Referenced from a function inside the owner. */
  captured: boolean;
  /** A reference may run before the initializer: reads and writes check. A register or box then
   * starts as the uninitialized marker at the entry of its scope; a box without this is made by the
   * initializer. Never for function declarations: boxes of those that are hoisted are made at the
   * entry of the scope, before the first closure. */
  needsCheck: boolean;
  /** An initializer that is a closure referring to its own binding, otherwise never captured before
   * initialization and never reassigned: captured by value and patched with SELFCAP. */
  selfCapture: boolean;
  /** A function declaration: made at the entry of its scope (true), or where the declaration stands
   * (false: no use can run earlier, and what it captures is then initialized). Others: false. */
  hoisted: boolean;
  /** A `var` of the body that starts with the value of the parameter of the same name: both exist
   * only where a closure in a parameter default sees the parameter. */
  readonly copyOf?: Binding;
  storage: Storage;
}

export interface Scope {
  readonly node: Node;
  readonly parent: Scope | undefined;
  readonly owner: FunctionInfo;
  readonly bindings: Map<string, Binding>;
  /** Per-iteration copies are needed: a loop scope with a boxed let captured in the body. */
  perIteration: boolean;
}

/** A capture of a function, in the order of its capture indices. */
export interface Capture {
  readonly binding: Binding;
  /** From a register of the immediately enclosing function, or from one of its captures. */
  readonly from: "register" | "capture";
  /** Capture index in the enclosing function when `from` is "capture". */
  readonly index: number;
}

export interface FunctionInfo {
  /** Function, arrow, method value, class constructor (or the class node for a default one), module
   * body (Program), or a StaticBlock or static PropertyDefinition with an initializer (kind "static":
   * a method without parameters, called once with the class as `this`). Initializers of instance
   * fields belong to the constructor: its `functions`, captures and registers, though names in them
   * are looked up from the class scope. */
  readonly node: Node;
  readonly name: string;
  /** The scope of its parameters, its own name and its pseudo-bindings ("this", "super" for the home
   * object, "new.target"); of the module's variables for a module body. */
  readonly scope: Scope;
  readonly parent: FunctionInfo | undefined;
  readonly module: ModuleInfo;
  readonly kind: "module" | "function" | "arrow" | "method" | "constructor" | "derived" | "static";
  /** Index in the image, assigned in source order over the whole graph. */
  index: number;
  readonly captures: Capture[];
  /** At module level and without captures: one function object for all isolates (TOPLEVEL). */
  topLevel: boolean;
  usesThis: boolean;
  usesHome: boolean;
  usesNewTarget: boolean;
  /** Entry-module slots reachable from here, transitively through top-level functions and classes. */
  readonly snapshot: Set<number>;
}

/** A class, by its node in ModuleInfo.classes. */
export interface ClassInfo {
  readonly node: Node;
  /** Evaluated once, at module level: one identity in all isolates (CLASS with bit 0). */
  topLevel: boolean;
  /** The explicit constructor, or the default one, whose node is the class. */
  readonly init: FunctionInfo;
  /** The name seen from inside, in the class scope; undefined when the class has no name, or is
   * a module-level declaration whose one binding serves inside and outside. */
  readonly self: Binding | undefined;
  /** Names of parameter properties, in order. They are own fields of the instance, defined before
   * all declared fields (as undefined), and assigned after the fields' initializers ran. */
  readonly parameterProperties: readonly string[];
  /** Module slots of the static fields of a top-level class, by PropertyDefinition. */
  readonly staticSlots: Map<Node, number>;
}

/** One `enum` declaration, by its node in ModuleInfo.enums. */
export interface EnumInfo {
  readonly binding: Binding;
  /** False: adds members to the object an earlier declaration of the same name made. */
  readonly first: boolean;
  /** `value` undefined: computed by the initializer at run time. */
  readonly members: readonly { name: string; value: number | string | undefined; node: Node }[];
}

export interface ModuleInfo {
  readonly path: string;
  readonly text: string;
  readonly lineStarts: readonly number[];
  readonly program: Program;
  readonly entry: boolean;
  readonly body: FunctionInfo;
  /** Scopes by the node that opens them: Program, functions, classes, blocks, loops, switch, catch. */
  readonly scopes: Map<Node, Scope>;
  /** Every identifier that names a binding, at its declaration or a use (shorthand properties too);
   * `this`, `super` and `new.target` expressions inside arrows map to their pseudo-binding (at
   * module level there is none: `this` is undefined there). A MemberExpression is in here when the
   * whole of it names one binding: `ns.name` of a namespace import, `Math.floor`, `fs.readText`.
   * An import is the binding of the exporting module. An identifier that is not in here is
   * `undefined`, or the operand of a `typeof` that answers "undefined". */
  readonly references: Map<Node, Binding>;
  /** Infos of all functions, by node. */
  readonly functions: Map<Node, FunctionInfo>;
  readonly classes: Map<Node, ClassInfo>;
  readonly enums: Map<Node, EnumInfo>;
  /** Expressions with a value known here: a member of a const enum (`E.A`), an enum member named
   * bare inside its enum, a number of the library (`Math.PI`, `NaN`, `Infinity`). */
  readonly constants: Map<Node, number | string>;
  /** Exported name to what it is, re-exports resolved. */
  readonly exports: Map<string, Binding>;
  readonly slotStart: number;
  readonly slotCount: number;
}

/** The whole program after analysis, in evaluation order, the entry last. */
export interface ProgramInfo {
  readonly modules: ModuleInfo[];
  readonly functions: FunctionInfo[];
  readonly slots: { name: string; reassigned: boolean; entry: boolean; isStatic: boolean }[];
}
