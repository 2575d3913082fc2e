import { describe, expect, test } from "vitest";
import { analyze } from "../../lib/compiler/analyze.ts";
import { renderDiagnostics } from "../../lib/compiler/diagnostics.ts";
import type {
  Binding,
  ClassInfo,
  FunctionInfo,
  ModuleInfo,
  ProgramInfo,
} from "../../lib/compiler/scope.ts";

function program(text: string, files: Record<string, string> = {}, entry = true): ProgramInfo {
  const read = (path: string): string | undefined => files[path];
  const found = analyze({ path: "main.ts", text }, { read, entry });
  if (found.program === undefined) throw new Error(renderDiagnostics(found.diagnostics.list()));
  return found.program;
}

function entryOf(text: string, files: Record<string, string> = {}, entry = true): ModuleInfo {
  const { modules } = program(text, files, entry);
  const last = modules[modules.length - 1];
  if (last === undefined) throw new Error("no module");
  return last;
}

/** All bindings of that name, in the order of their scopes. */
function bindings(module: ModuleInfo, name: string): Binding[] {
  const scopes = new Set([
    ...module.scopes.values(),
    ...[...module.functions.values()].map((fn) => fn.scope),
  ]);
  return [...scopes].flatMap((scope) => scope.bindings.get(name) ?? []);
}

function binding(module: ModuleInfo, name: string): Binding {
  const [only, second] = bindings(module, name);
  if (only === undefined || second !== undefined)
    throw new Error(`not exactly one binding '${name}'`);
  return only;
}

function fn(module: ModuleInfo, name: string): FunctionInfo {
  const found = [...module.functions.values()].find((one) => one.name === name);
  if (found === undefined) throw new Error(`no function '${name}'`);
  return found;
}

function classOf(module: ModuleInfo): ClassInfo {
  const [only] = module.classes.values();
  if (only === undefined) throw new Error("no class");
  return only;
}

/** The storage of a binding as one word, with its marks. */
function where(of: Binding): string {
  const marks = [
    of.needsCheck ? "check" : "",
    of.selfCapture ? "self" : "",
    of.hoisted ? "hoisted" : "",
  ];
  return [of.storage.kind, ...marks].filter((one) => one !== "").join(" ");
}

/** Where `name` lives inside `function outer`. */
function inside(body: string, name: string): string {
  return where(binding(entryOf(`export function outer(c: any, use: any) { ${body} }`), name));
}

function captures(of: FunctionInfo): string[] {
  return of.captures.map((one) => `${one.binding.name} ${one.from} ${one.index}`);
}

describe("local variables", () => {
  test("an uncaptured variable is a register", () => {
    expect(inside("let x = 1; x = 2; use(x);", "x")).toBe("register");
  });
  test("a captured variable that is never reassigned is captured by value", () => {
    expect(inside("const x = 1; use(() => x);", "x")).toBe("register");
  });
  test("a captured variable that is reassigned is a box", () => {
    expect(inside("let x = 1; use(() => x); x = 2;", "x")).toBe("box");
    expect(inside("let x = 1; use(() => { x++; });", "x")).toBe("box");
    expect(inside("let x; ({ x } = c); use(() => x);", "x")).toBe("box");
    expect(inside("let x; for (x of c) use(() => x);", "x")).toBe("box");
  });
  test("a variable captured before its initializer is a checked box", () => {
    expect(inside("use(() => x); const x = 1;", "x")).toBe("box check");
  });
  test("a use after the declaration needs no check, one before it or inside its initializer does", () => {
    expect(inside("const x = 1; use(x);", "x")).toBe("register");
    expect(inside("use(x); const x = 1;", "x")).toBe("register check");
    expect(inside("const x: any = c(x);", "x")).toBe("register check");
    expect(inside("x = 1; let x: any;", "x")).toBe("register check");
  });
  test("the defaults of a pattern may use what the pattern bound before", () => {
    expect(inside("const { a, b = a } = c; use(b);", "a")).toBe("register");
    expect(inside("const { a = b, b } = c; use(a);", "b")).toBe("register check");
    expect(inside("const { [a]: a } = c;", "a")).toBe("register check");
  });
  test("a declaration in one case of a switch is checked in another case only", () => {
    expect(inside("switch (c) { case 0: let x = 1; use(x); }", "x")).toBe("register");
    expect(inside("switch (c) { case 0: let x = 1; break; case 1: use(x); }", "x")).toBe(
      "register check",
    );
    expect(inside("switch (c) { case 0: const x = 1; break; case 1: use(() => x); }", "x")).toBe(
      "box check",
    );
  });
  test("the head of a for...of sees its variable uninitialized", () => {
    expect(inside("for (const x of use(x)) c(x);", "x")).toBe("register check");
    expect(inside("for (const x of c) use(x);", "x")).toBe("register");
  });
  test("a var assigned once at the top of its function is captured by value", () => {
    expect(inside("var x = 1; use(() => x);", "x")).toBe("register");
    expect(inside("use(x); var x = 1; use(() => x);", "x")).toBe("register");
  });
  test("a var captured before its initializer, or initialized in a loop, is an unchecked box", () => {
    expect(inside("use(() => x); var x = 1;", "x")).toBe("box");
    expect(inside("while (c) { var x = 1; use(() => x); }", "x")).toBe("box");
    expect(inside("if (c) var x = 1; use(() => x);", "x")).toBe("box");
  });
  test("vars are hoisted to the body of the function", () => {
    const module = entryOf("export function f(c: any) { { if (c) { var x = 1; } } return x; }");
    const x = binding(module, "x");
    expect(x.scope.node.type).toBe("BlockStatement");
    expect(x.scope.parent).toBe(fn(module, "f").scope);
  });
  test("a var named as a parameter is the parameter", () => {
    const module = entryOf("export function f(a: any) { var a = a || 1; return a; }");
    expect(binding(module, "a").kind).toBe("param");
    expect(binding(module, "a").reassigned).toBe(true);
  });
  test("a var named as a parameter that a default's closure captures is a copy of it", () => {
    const module = entryOf(
      "export function f(a: any, b = () => a) { var a: any = 2; return b() + a; }",
    );
    const [param, copy] = bindings(module, "a");
    expect(param?.kind).toBe("param");
    expect(copy?.kind).toBe("var");
    expect(copy?.copyOf).toBe(param);
  });
  test("a parameter used by an earlier default is checked", () => {
    const module = entryOf("export function f(a = b, b = 1) { return a + b; }");
    expect(where(binding(module, "b"))).toBe("register check");
    expect(where(binding(module, "a"))).toBe("register");
  });
  test("parameters and body have scopes of their own", () => {
    const module = entryOf(
      "const x = 1; export function f(a = () => x) { const x = 2; return a() + x; }",
    );
    const [outer, inner] = bindings(module, "x");
    expect(fn(module, "a").captures).toEqual([]);
    expect([outer?.storage.kind, inner?.storage.kind]).toEqual(["module", "register"]);
  });
  test("TypeScript's this parameter is no binding", () => {
    expect(bindings(entryOf("export function f(this: any, a: any) { return a; }"), "this")).toEqual(
      [],
    );
  });
  test("a catch parameter lives in the scope of its clause, and a var of its name assigns it", () => {
    const module = entryOf(
      "export function f() { try { throw 1; } catch (e) { var e: any = 2; return e; } }",
    );
    const [hoisted, caught] = bindings(module, "e");
    expect(hoisted?.kind).toBe("var");
    expect(caught?.kind).toBe("catch");
    expect(caught?.reassigned).toBe(true);
  });
});

describe("loops", () => {
  test("a captured counter is copied for each iteration", () => {
    const module = entryOf(
      "export function f(use: any) { for (let i = 0; i < 3; i++) use(() => i); }",
    );
    const i = binding(module, "i");
    expect(where(i)).toBe("box");
    expect(i.scope.perIteration).toBe(true);
  });
  test("a counter that nothing captures is not", () => {
    const module = entryOf("export function f(use: any) { for (let i = 0; i < 3; i++) use(i); }");
    expect(binding(module, "i").scope.perIteration).toBe(false);
  });
  test("the variable of a for...of is captured by value", () => {
    const module = entryOf("export function f(use: any) { for (const i of use) use(() => i); }");
    expect(where(binding(module, "i"))).toBe("register");
    expect(binding(module, "i").scope.perIteration).toBe(false);
  });
});

describe("functions in functions", () => {
  test("a function used only after its declaration is made there and captures by value", () => {
    expect(inside("const x = 1; function g() { return x; } use(g);", "x")).toBe("register");
    expect(inside("const x = 1; function g() { return x; } use(g);", "g")).toBe("register");
  });
  test("a function used before its declaration is hoisted, and what it captures is a checked box", () => {
    const body = "use(g); const x = 1; function g() { return x; }";
    expect(inside(body, "g")).toBe("register hoisted");
    expect(inside(body, "x")).toBe("box check");
  });
  test("a function used by a hoisted one is hoisted too", () => {
    const body = "g(); function h() { return 1; } function g() { return h(); }";
    expect(inside(body, "h")).toBe("register hoisted");
    expect(inside(body, "g")).toBe("register hoisted");
  });
  test("functions that use each other are hoisted; the later one is a box", () => {
    const body = "function a() { return b(); } function b() { return a(); } use(a);";
    expect(inside(body, "b")).toBe("box hoisted");
  });
  test("a function that uses itself only is patched into its own capture", () => {
    expect(inside("function g(): any { return g(); } use(g);", "g")).toBe("register self");
    expect(inside("const g = (): any => g(); use(g);", "g")).toBe("register self");
  });
  test("a name of a closure that may be asked for too early is a box", () => {
    expect(inside("const h = () => g(); const g = (): any => g(); use(h);", "g")).toBe("box check");
  });
  test("a function in a case of a switch is hoisted", () => {
    expect(inside("switch (c) { case 0: function g() {} g(); }", "g")).toBe("register hoisted");
    expect(
      inside("switch (c) { case 0: function g() {} break; case 1: use(() => g()); }", "g"),
    ).toBe("register hoisted");
  });
  test("a block's function belongs to the block", () => {
    const module = entryOf("export function f(c: any) { if (c) { function g() {} g(); } }");
    expect(binding(module, "g").scope.node.type).toBe("BlockStatement");
    expect(binding(module, "g").scope.parent?.node.type).toBe("BlockStatement");
  });
  test("captures pass through the functions between, in capture order", () => {
    const module = entryOf(`export function f(a: any, b: any) {
      return function g() { return () => [b, a, b]; };
    }`);
    expect(captures(fn(module, "g"))).toEqual(["a register 0", "b register 0"]);
    const arrow = [...module.functions.values()].find((one) => one.kind === "arrow");
    expect(arrow && captures(arrow)).toEqual(["a capture 0", "b capture 1"]);
  });
  test("a function expression sees its own name, unless a parameter has it", () => {
    const module = entryOf("export function f() { return function g(): any { return g; }; }");
    expect(binding(module, "g").kind).toBe("self");
    const shadowed = entryOf("export function f() { return function g(g: any) { return g; }; }");
    expect(binding(shadowed, "g").kind).toBe("param");
  });
  test("names come from where an anonymous function stands", () => {
    const module = entryOf(`
      export const a = () => 1;
      let b; b = function () {};
      const o = { c() {}, d: () => 2, get e() { return 3; }, "f g": () => 4, [Symbol.iterator]() {} };
      const { h = () => 5 } = o as any;
      export default () => 6;
      class K { static l = () => 7; #m() { return this.#m; } }
      console.log(b, h, K);
    `);
    const names = [...module.functions.values()].map((one) => one.name);
    expect(names).toEqual([
      "",
      "a",
      "b",
      "c",
      "d",
      "get e",
      "f g",
      "[Symbol.iterator]",
      "h",
      "default",
      "K",
      "#m",
      "<static_initializer>",
      "l",
    ]);
  });
});

describe("this, super and new.target", () => {
  test("an arrow captures this of the function around it by value", () => {
    const module = entryOf("export function f(this: any) { return () => () => this; }");
    const self = binding(module, "this");
    expect(where(self)).toBe("register");
    expect(self.scope).toBe(fn(module, "f").scope);
    expect(fn(module, "f").usesThis).toBe(true);
  });
  test("at module level this has no binding", () => {
    const module = entryOf("export const f = () => this;");
    expect(bindings(module, "this")).toEqual([]);
    expect(fn(module, "f").captures).toEqual([]);
  });
  test("an arrow made after super() captures this by value, one made before it a box", () => {
    const after = entryOf(
      "class B {} export class A extends B { f; constructor() { super(); this.f = () => this; } }",
    );
    expect(where(binding(after, "this"))).toBe("register");
    const before = entryOf(
      "class B { constructor(f: any) {} } export class A extends B { constructor() { super(() => this); } }",
    );
    expect(where(binding(before, "this"))).toBe("box check");
    const sometimes = entryOf(
      "class B {} export class A extends B { f; constructor(c: any) { if (c) super(); else super(); this.f = () => this; } }",
    );
    expect(where(binding(sometimes, "this"))).toBe("box check");
  });
  test("super in an arrow captures the home object and this", () => {
    const module = entryOf("export class A { m() { return () => super.toString(); } }");
    const arrow = [...module.functions.values()].find((one) => one.kind === "arrow");
    expect(arrow?.captures.map((one) => one.binding.kind)).toEqual(["this", "home"]);
    expect(fn(module, "m").usesHome).toBe(true);
  });
  test("new.target in an arrow is captured", () => {
    const module = entryOf("export function F() { return () => new.target; }");
    expect(binding(module, "new.target").kind).toBe("newTarget");
    expect(fn(module, "F").usesNewTarget).toBe(true);
  });
  test("a default constructor of a derived class has this before its fields", () => {
    const module = entryOf("class B {} export class A extends B { f = () => this; }");
    expect(where(binding(module, "this"))).toBe("register");
  });
  test("an arrow in a field captures this of the constructor", () => {
    const module = entryOf("export class A { f = () => this; }");
    const self = binding(module, "this");
    expect(self.scope.owner).toBe(classOf(module).init);
    expect(where(self)).toBe("register");
  });
});

describe("classes", () => {
  test("a module-level class is one identity and its methods are top-level functions", () => {
    const module = entryOf(
      "export class A { x = 1; m() { return A; } static s = 2; static #p = 3; }",
    );
    const info = classOf(module);
    expect(info.topLevel).toBe(true);
    expect(info.self).toBeUndefined();
    expect(fn(module, "m").topLevel).toBe(true);
    expect(fn(module, "m").captures).toEqual([]);
    expect(info.init.node.type).toBe("ClassDeclaration");
  });
  test("static fields of a module-level class are module slots", () => {
    const found = program("export class A { static s = 2; static #p = 3; t = 4; static m() {} }");
    expect(found.slots.map((slot) => `${slot.name} ${slot.isStatic}`)).toEqual([
      "A false",
      "s true",
      "#p true",
    ]);
    const [module] = found.modules;
    expect(module && [...classOf(module).staticSlots.values()]).toEqual([1, 2]);
  });
  test("a class in a function has an inner name that its methods capture by value", () => {
    const module = entryOf("export function f() { class A { m() { return A; } } return A; }");
    const info = classOf(module);
    expect(info.topLevel).toBe(false);
    expect(info.self && where(info.self)).toBe("register");
    expect(captures(fn(module, "m"))).toEqual(["A register 0"]);
    expect(fn(module, "m").captures[0]?.binding).toBe(info.self);
  });
  test("a constructor that names its class captures itself", () => {
    const module = entryOf("export function f() { return class A { constructor() { A; } }; }");
    expect(classOf(module).self && where(classOf(module).self as Binding)).toBe("register self");
  });
  test("a class named in its own computed keys is checked", () => {
    const module = entryOf(
      "export function f() { return class A { [(A as any).x]() { return A; } }; }",
    );
    expect(classOf(module).self && where(classOf(module).self as Binding)).toBe("box check");
  });
  test("a module-level class that is reassigned keeps an inner name", () => {
    const module = entryOf("export class A { m() { return A; } }\n(A as any) = 1;");
    const info = classOf(module);
    expect(info.self?.storage.kind).toBe("module");
    expect(fn(module, "m").topLevel).toBe(true);
  });
  test("a class in a const of the module is top-level, one in a block is not", () => {
    expect(classOf(entryOf("export const A = class { };")).topLevel).toBe(true);
    expect(classOf(entryOf("export default class { }")).topLevel).toBe(true);
    expect(classOf(entryOf("if (console) { class A { } console.log(A); }")).topLevel).toBe(false);
  });
  test("private methods are bindings of the class; fields are not", () => {
    const module = entryOf(
      "export class A { #f = 1; #m() { return this.#f; } get #g() { return 2; } set #g(v) { } n() { this.#m(); this.#g = this.#g; } }",
    );
    expect(binding(module, "#m").storage.kind).toBe("function");
    expect(binding(module, "get #g").kind).toBe("private");
    expect(binding(module, "set #g").kind).toBe("private");
    expect(bindings(module, "#f")).toEqual([]);
  });
  test("private methods are captured by value where they are used, by each other through boxes", () => {
    const module = entryOf(
      "export function f() { return class { #a() { this.#b(); } #b() {} n() { this.#a(); } }; }",
    );
    expect(where(binding(module, "#a"))).toBe("register");
    expect(where(binding(module, "#b"))).toBe("box check");
    expect(captures(fn(module, "n"))).toEqual(["#a register 0"]);
    expect(classOf(module).init.captures).toEqual([]);
  });
  test("a private accessor resolves to its getter, and to its setter when it is alone", () => {
    const module = entryOf(
      "export class A { get #g() { return 2; } set #g(v) { } set #s(v: any) { } n() { this.#g = 1; this.#s = 1; } }",
    );
    const uses = [...module.references].filter(([node]) => node.type === "PrivateIdentifier");
    expect(uses.map(([, one]) => one.name)).toEqual([
      "get #g",
      "set #g",
      "set #s",
      "get #g",
      "set #s",
    ]);
  });
  test("the key of a computed field is evaluated once and captured by the constructor", () => {
    const module = entryOf("export function f(k: any) { return class { [k] = 1; }; }");
    const key = binding(module, "[key 0]");
    expect(key.kind).toBe("key");
    expect(key.captured).toBe(true);
    const property = [...module.references].find(([node]) => node.type === "PropertyDefinition");
    expect(property?.[1]).toBe(key);
  });
  test("static blocks and initializers are functions of their own", () => {
    const module = entryOf(
      "export class A { static x = this; static { var y = 1; console.log(y); } }",
    );
    const parts = [...module.functions.values()].filter((one) => one.kind === "static");
    expect(parts.map((one) => one.node.type)).toEqual(["PropertyDefinition", "StaticBlock"]);
    expect(binding(module, "y").scope.owner).toBe(parts[1]);
  });
  test("instance fields belong to the constructor", () => {
    const module = entryOf(
      "export function f(v: any) { return class { x = v; constructor() { } }; }",
    );
    expect(captures(classOf(module).init)).toEqual(["v register 0"]);
  });
  test("parameter properties are listed in order", () => {
    const module = entryOf(
      "export class A { constructor(private a: any, b: any, readonly c = 1) { console.log(b); } }",
    );
    expect(classOf(module).parameterProperties).toEqual(["a", "c"]);
  });
  test("overloads, abstract members, index signatures and declared fields do not exist", () => {
    const module = entryOf(
      "export abstract class A { [k: string]: any; declare d: any; abstract a(): void; m(x: number): void; m(x: any) { } }",
    );
    expect([...module.functions.values()].map((one) => one.name)).toEqual(["", "A", "m"]);
  });
});

describe("module level", () => {
  test("function declarations are shared functions", () => {
    const module = entryOf("console.log(f); function f() { return g(); } function g() { }");
    expect(where(binding(module, "f"))).toBe("function hoisted");
    expect(fn(module, "g").topLevel).toBe(true);
  });
  test("a reassigned function declaration is a module slot that holds a shared function", () => {
    const module = entryOf("export function f() { } (f as any) = 1;");
    expect(binding(module, "f").storage.kind).toBe("module");
    expect(fn(module, "f").topLevel).toBe(true);
  });
  test("what functions or other modules use is a module slot, the rest are registers of the body", () => {
    const module = entryOf(
      "let a = 1; const b = 2; export const c = 3; function f() { return a; } console.log(b, f);",
    );
    expect(["a", "b", "c"].map((name) => binding(module, name).storage.kind)).toEqual([
      "module",
      "register",
      "module",
    ]);
  });
  test("a const function that nothing can ask for too early is the function itself", () => {
    const module = entryOf(
      "const one = 1; const f = () => g(); const g = function (): any { return f; }; export const h = () => one;",
    );
    expect(["f", "g", "h"].map((name) => where(binding(module, name)))).toEqual([
      "function",
      "function",
      "function",
    ]);
  });
  test("a const function that earlier code can reach keeps its slot", () => {
    const direct = entryOf("try { f; } catch { } const f = () => 1; console.log(() => f);");
    expect(binding(direct, "f").storage.kind).toBe("module");
    const through = entryOf("go(); function go() { return f(); } const f = () => 1;");
    expect(binding(through, "f").storage.kind).toBe("module");
    expect(fn(through, "f").topLevel).toBe(true);
    const byClass = entryOf("class A { m() { return f(); } } new A().m(); const f = () => 1;");
    expect(binding(byClass, "f").storage.kind).toBe("module");
  });
  test("code that cannot reach a const function does not keep its slot", () => {
    const module = entryOf(
      "console.log(other()); function other() { return 1; } const f = () => 1; export function go() { return f(); }",
    );
    expect(binding(module, "f").storage.kind).toBe("function");
  });
  test("in an import cycle a const function keeps its slot", () => {
    const files = { "b.ts": "import { f } from './main.ts'; export const g = () => f();" };
    const module = entryOf("import { g } from './b.ts'; export const f = () => g();", files);
    expect(binding(module, "f").storage.kind).toBe("module");
  });
  test("a const function with properties of its own is made by each isolate", () => {
    const module = entryOf("export const f = () => 1; (f as any).cache = {};");
    expect(binding(module, "f").storage.kind).toBe("module");
    expect(fn(module, "f").topLevel).toBe(false);
  });
  test("a reassigned let with a function is a slot and the function is made each time", () => {
    const module = entryOf("export let f = () => 1; f = () => 2;");
    expect(binding(module, "f").storage.kind).toBe("module");
    expect([...module.functions.values()].some((one) => one.topLevel)).toBe(false);
  });
  test("slots say who may change them and whose they are", () => {
    const files = { "b.ts": "export let n = 0; export function inc() { n++; }" };
    const { slots } = program(
      "import { inc } from './b.ts'; let m = 0; export const f = () => { m++; inc(); };",
      files,
    );
    expect(slots).toEqual([
      { name: "n", reassigned: true, entry: false, isStatic: false },
      { name: "m", reassigned: true, entry: true, isStatic: false },
    ]);
  });
  test("loaded by a host, the last module is no entry", () => {
    const module = entryOf("let m = 0; export const f = () => { m++; };", {}, false);
    expect(module.entry).toBe(false);
  });
  test("functions are numbered module by module in source order", () => {
    const files = { "b.ts": "export function b() { return () => 1; }" };
    const { functions } = program(
      "import { b } from './b.ts'; export function a() { return b(); }",
      files,
    );
    expect(functions.map((one) => one.name)).toEqual(["", "b", "", "", "a"]);
    expect(functions.map((one) => one.index)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("snapshots", () => {
  function snapshot(text: string, of: string): string[] {
    const found = program(text);
    const module = found.modules[found.modules.length - 1];
    return module === undefined
      ? []
      : [...fn(module, of).snapshot].map((slot) => found.slots[slot]?.name ?? "");
  }
  test("[Z02] a function's snapshot has the entry variables it uses, through functions it calls", () => {
    const text =
      "const a = [1]; const b = [2]; const c = [3]; export function f() { return g(); } function g() { return a; } export const h = () => b; console.log(c);";
    expect(snapshot(text, "f")).toEqual(["a"]);
    expect(snapshot(text, "h")).toEqual(["b"]);
  });
  test("[Z02] functions that call each other share their snapshots", () => {
    const text =
      "const a = [1]; const b = [2]; export function f(): any { return [a, g()]; } function g(): any { return [b, f()]; }";
    expect(snapshot(text, "f").sort()).toEqual(["a", "b"]);
    expect(snapshot(text, "g").sort()).toEqual(["a", "b"]);
  });
  test("[Z02] a class brings what its methods, statics and parents use", () => {
    const text =
      "const a = [1]; const b = [2]; class P { p() { return a; } } class C extends P { static s = 1; m() { return b; } } export function f() { return new C(); }";
    expect(snapshot(text, "f").sort()).toEqual(["C", "a", "b", "s"]);
  });
  test("[Z02] closures inside a function count", () => {
    expect(snapshot("const a = [1]; export function f() { return () => a; }", "f")).toEqual(["a"]);
  });
  test("[Z29] variables of imported modules are in no snapshot", () => {
    const found = program("import { a } from './b.ts'; export function f() { return a; }", {
      "b.ts": "export const a = [1];",
    });
    expect(found.functions.every((one) => one.snapshot.size === 0)).toBe(true);
  });
});

describe("enums", () => {
  function members(text: string): unknown[] {
    return [...entryOf(text).enums.values()].map((one) =>
      one.members.map((member) => [member.name, member.value]),
    );
  }
  test("members count up, constants fold, strings stay", () => {
    expect(
      members(
        "export enum E { A, B = 5, C, D = 1 << 3, F = D | C, G = 'x', H = `$" +
          "{G}y`, I = E.A + 2, J = -1, K }",
      ),
    ).toEqual([
      [
        ["A", 0],
        ["B", 5],
        ["C", 6],
        ["D", 8],
        ["F", 14],
        ["G", "x"],
        ["H", "xy"],
        ["I", 2],
        ["J", -1],
        ["K", 0],
      ],
    ]);
  });
  test("a member whose initializer runs has no value", () => {
    expect(members("function f() { return 1; } export enum E { A = f() }")).toEqual([
      [["A", undefined]],
    ]);
  });
  test("declarations of one name add to one enum", () => {
    const module = entryOf("export enum E { A } export enum E { B = A + 1 }");
    expect([...module.enums.values()].map((one) => one.first)).toEqual([true, false]);
    expect(members("export enum E { A } export enum E { B = A + 1 }")[1]).toEqual([["B", 1]]);
  });
  test("members of a const enum are constants, also where it is imported", () => {
    const files = { "b.ts": "export const enum E { A = 7 }" };
    const module = entryOf(
      "import { E } from './b.ts'; import * as b from './b.ts'; console.log(E.A, b.E.A);",
      files,
    );
    expect([...module.constants.values()]).toEqual([7, 7]);
  });
  test("members of other enums are read from their object", () => {
    expect(entryOf("enum E { A = 7 } console.log(E.A);").constants.size).toBe(0);
  });
});

describe("library names", () => {
  /** Paths and constants that expressions resolve to. */
  function paths(text: string): unknown[] {
    const module = entryOf(text);
    const named = [...module.references.values()].filter((one) => one.storage.kind === "builtin");
    return [...named.map((one) => one.name), ...module.constants.values()];
  }
  test("a member of a library object is one value", () => {
    expect(paths("Object.prototype; new Error('x');")).toEqual(["Object.prototype", "Error"]);
  });
  test("a local name hides the library's", () => {
    expect(paths("const Error: any = 1; Error.prototype;")).toEqual([]);
  });
  test("an import from wo-fiber/std is a library value", () => {
    expect(
      paths("import { WoError as W, DeadlockError } from 'wo-fiber/std'; W; DeadlockError;"),
    ).toEqual(["std.WoError", "std.DeadlockError"]);
    expect(paths("import * as std from 'wo-fiber/std'; std.WoError.prototype;")).toEqual([
      "std.WoError.prototype",
    ]);
  });
  test("NaN and Infinity are constants", () => {
    expect(paths("[NaN, -Infinity];")).toEqual([NaN, Infinity]);
  });
  test("undefined is no binding, and typeof of an unknown name is allowed", () => {
    expect(paths("undefined; typeof nothing === 'undefined';")).toEqual([]);
  });
});
