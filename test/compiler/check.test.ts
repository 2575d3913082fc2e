import { describe, expect, test } from "vitest";
import { analyze } from "../../lib/compiler/analyze.ts";
import type { Diagnostic } from "../../lib/compiler/diagnostics.ts";

function diagnose(text: string): Diagnostic[] {
  return analyze({ path: "main.ts", text }, { read: () => undefined }).diagnostics.list();
}

/** Code and the text each diagnostic points at. */
function found(text: string): string[] {
  return diagnose(text).map(
    (one) => `${one.code} ${one.source.slice(one.column - 1, one.column - 1 + one.length)}`,
  );
}

const refused: readonly [what: string, text: string, ...expected: string[]][] = [
  ["async functions", "async function f() {}", "WO1101 f"],
  ["async arrows", "const f = async () => 1;", "WO1101 async"],
  ["async methods", "class A { async m() {} } const o = { async m() {} };", "WO1101 m", "WO1101 m"],
  ["await", "function f(x: any) { return x; } await f(1);", "WO1102 await"],
  [
    "for await",
    "async function f(x: any) { for await (const y of x) y; }",
    "WO1101 f",
    "WO1104 for await",
  ],
  [
    "await using",
    "async function f(x: any) { await using y = x; }",
    "WO1101 f",
    "WO1105 await using",
  ],
  ["dynamic import", "import('./x.ts');", "WO1106 import('./x.ts')"],
  ["import.meta", "import.meta.url;", "WO1107 import.meta"],
  ["eval", "eval('1');", "WO1108 eval"],
  ["the Function constructor", "new Function('return 1');", "WO1109 Function"],
  ["Function called", "Function('return 1');", "WO1109 Function"],
  ["Proxy", "new Proxy({}, {});", "WO1111 Proxy"],
  ["arguments", "function f() { return arguments.length; }", "WO1112 arguments"],
  ["generators", "function* f() { yield 1; } const o = { *m() {} };", "WO1113 f", "WO1113 m"],
  ["regular expressions", "'a'.split(/b/g);", "WO1114 /b/g"],
  ["the RegExp global", "new RegExp('a');", "WO1114 RegExp"],
  ["BigInt literals", "1n;", "WO1115 1n"],
  ["tagged templates", "function f(x: any) { return x; } f`a`;", "WO1116 f`a`"],
  [
    "decorators",
    "function d(x: any) { return x; } @d class A { @d m() {} }",
    "WO1117 @d",
    "WO1117 @d",
  ],
  ["namespaces with values", "namespace N { export const a = 1; }", "WO1118 namespace"],
  ["export =", "const a = 1; export = a;", "WO1119 export = a;"],
  ["import =", "import x = require('y');", "WO1120 import x = require('y');"],
  [
    "super() in an arrow",
    "class B {} class A extends B { constructor() { (() => super())(); } }",
    "WO1121 super",
  ],
  ["accessor fields", "class A { accessor x = 1; }", "WO1122 accessor x = 1;"],
  [
    "assigning to library members",
    "Object.prototype.x = 1; delete Object.create;",
    "WO1123 Object.prototype.x",
    "WO1123 Object.create",
  ],
  ["unknown names", "nothing(1);", "WO1201 nothing"],
  ["assigning to unknown names", "nothing = 1;", "WO1201 nothing"],
  [
    "names of Node",
    "setTimeout(() => 1, 2); process.exit(); require('x');",
    "WO1202 setTimeout",
    "WO1202 process",
    "WO1202 require",
  ],
  ["globalThis", "globalThis.x;", "WO1202 globalThis"],
  ["names of later versions", "new WeakRef({});", "WO1203 WeakRef"],
  ["unknown members of library objects", "Object.nothing;", "WO1204 nothing"],
  ["names that are only declared", "declare const x: number; x;", "WO1205 x"],
  ["types used as values", "interface T {} new T();", "WO1206 T"],
  ["assigning to library names", "Object = 1; undefined = 2;", "WO1207 Object", "WO1207 undefined"],
  ["super outside a method", "function f() { return super.x; }", "WO1001 super"],
];

describe("refused constructs", () => {
  test.each(refused)("%s", (_what, text, ...expected) => {
    expect(found(text)).toEqual(expected);
  });

  test("[W04] async, await and Promise are refused by name and place", () => {
    const text = "async function f() {\n  await Promise.resolve(1);\n}";
    expect(found(text)).toEqual(["WO1101 f", "WO1102 await", "WO1103 Promise"]);
    expect(diagnose(text).map((one) => [one.line, one.column])).toEqual([
      [1, 16],
      [2, 3],
      [2, 9],
    ]);
    expect(diagnose(text).every((one) => one.hint !== undefined)).toBe(true);
  });
});

const accepted: readonly [what: string, text: string][] = [
  ["Promise in types", "let x: Promise<number> | undefined; x;"],
  ["typeof of a name that does not exist", "typeof Promise; typeof process;"],
  ["a local name like a global's", "const process = 1, eval2 = process; eval2;"],
  [
    "a parameter named like a refused global",
    "export function f(Promise: any, Buffer: any) { return Promise + Buffer; }",
  ],
  [
    "properties named like refused globals",
    "const o = { Promise: 1, eval: 2 }; o.Promise + o.eval;",
  ],
  ["type-only namespaces", "namespace N { export type A = 1; } let x: N.A = 1; x;"],
  [
    "declare blocks",
    "declare global { interface Window {} } declare module 'x' { const y: number; }",
  ],
  ["static blocks", "class A { static x: any; static { this.x = 1; } } A;"],
  [
    "getters and setters",
    "const o = { get a() { return 1; }, set a(v: any) {} }; class A { get b() { return 1; } set b(v) {} } o.a; A;",
  ],
  [
    "members that functions and objects inherit",
    "Object.name; Object.hasOwnProperty('a'); Error.prototype.toString.call({});",
  ],
  ["labels and blocks", "a: { b: for (;;) { break a; } }"],
  ["overloads", "export function f(a: number): void; export function f(a: any) { a; }"],
];

describe("accepted constructs", () => {
  test.each(accepted)("%s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("early errors", () => {
  const errors: readonly [what: string, text: string, ...expected: string[]][] = [
    ["syntax", "let x = ;", "WO1001 ;"],
    ["two lets of one name", "let a; let a;", "WO1001 a"],
    ["a let and a var", "let a; { var a; }", "WO1001 a"],
    ["a var and a function of a module", "var f; function f() {}", "WO1001 f"],
    ["two functions of a module", "function f() {} function f() {}", "WO1002 f"],
    ["two functions of a block", "{ function f() {} function f() {} }", "WO1002 f"],
    [
      "an import and a const",
      "import { WoError } from 'wo-fiber/std'; const WoError = 1; WoError;",
      "WO1002 WoError",
    ],
    ["two parameters", "function f(a: any, a: any) {}", "WO1001 a"],
    ["an enum and a function", "enum E { A } function E() {}", "WO1001 E"],
    ["exporting what is not there", "export { nothing };", "WO1308 nothing"],
    ["exporting a name twice", "export const a = 1; const b = 2; export { b as a };", "WO1003 b"],
    ["two defaults", "export default 1; export default 2;", "WO1003 export default 2;"],
    ["an unknown label", "for (;;) { break a; }", "WO1001 a"],
    ["break outside a loop", "break;", "WO1001 break;"],
    ["return outside a function", "return 1;", "WO1001 return"],
    ["an unknown private name", "class A { m(o: any) { return o.#x; } }", "WO1001 #x"],
    ["a private name twice", "class A { #x; #x; }", "WO1001 #x"],
    ["delete of a name", "let x = 1; delete x;", "WO1001 x"],
    ["assignment to an expression", "f() = 1;", "WO1001 f()"],
    ["with", "with ({}) {}", "WO1001 with"],
    ["super() outside a constructor", "class A { m() { super(); } }", "WO1001 super()"],
  ];
  test.each(errors)("%s", (_what, text, ...expected) => {
    expect(found(text)).toEqual(expected);
  });

  test("two functions of a function body are allowed: the last one wins", () => {
    expect(found("export function f() { function g() {} function g() {} return g; }")).toEqual([]);
  });
});

describe("assignments that cannot succeed", () => {
  test("to a const: a warning, it throws at run time", () => {
    const [only] = diagnose("const a = 1; a = 2;");
    expect([only?.code, only?.severity]).toEqual(["WO1209", "warning"]);
    expect(analyze({ path: "main.ts", text: "const a = 1; a = 2;" }).program).toBeDefined();
  });
  test("to an import: refused", () => {
    expect(found("import { WoError } from 'wo-fiber/std'; WoError = 1;")).toEqual([
      "WO1208 WoError",
    ]);
    expect(found("import { WoError as W } from 'wo-fiber/std'; W++; [W] = [];")).toEqual([
      "WO1208 W",
      "WO1208 W",
    ]);
  });
});

describe("hints", () => {
  const hint = (text: string): string | undefined => diagnose(text)[0]?.hint;
  test("an unknown name suggests the nearest one", () => {
    expect(hint("const total = 1; totl;")).toBe("did you mean 'total'?");
  });
  test("a name of the library suggests the import", () => {
    expect(hint("new WoError('x');")).toBe('import { WoError } from "wo-fiber/std"');
  });
  test("an unknown export of the library suggests the nearest one", () => {
    expect(hint("import { WoEror } from 'wo-fiber/std'; WoEror;")).toBe("did you mean 'WoError'?");
  });
});

describe("spawn", () => {
  const spawn = "import { spawn } from 'wo-fiber/std';\n";
  test("[Z03] a reassigned variable captured by a spawned arrow is refused by name and place", () => {
    const text = `${spawn}export function main() { let n = 0; n++; spawn(() => { console.log(n); }); }`;
    expect(found(text)).toEqual(["WO1401 n"]);
    const [only] = diagnose(text);
    expect(only?.message).toContain("'n'");
    expect([only?.line, only?.column]).toEqual([2, 68]);
  });
  test("[Z03] also in spawn.result, in nested functions, and in named functions", () => {
    expect(
      found(
        `${spawn}export function main() { let n = 0; n++; return spawn.result(() => [1].map((x) => x + n)); }`,
      ),
    ).toEqual(["WO1401 n"]);
    expect(
      found(`${spawn}export function main() { let n = 0; n++; const f = () => n; spawn(f); }`),
    ).toEqual(["WO1401 n"]);
    expect(
      found(
        `${spawn}export function main() { let n = 0; n++; spawn(f); function f() { return n; } }`,
      ),
    ).toEqual(["WO1401 n"]);
  });
  test("[Z03] a loop counter is reassigned; the variable of a for...of is not", () => {
    expect(
      found(`${spawn}export function main() { for (let i = 0; i < 3; i++) spawn(() => i); }`),
    ).toEqual(["WO1401 i"]);
    expect(
      found(`${spawn}export function main(xs: number[]) { for (const x of xs) spawn(() => x); }`),
    ).toEqual([]);
  });
  test("[Z03] a reassigned variable of the entry module counts, through functions too", () => {
    expect(found(`${spawn}let n = 0; n++; spawn(() => n);`)).toEqual(["WO1401 n"]);
    expect(
      found(`${spawn}let n = 0; function bump() { n++; } function go() { bump(); } spawn(go);`),
    ).toEqual(["WO1401 go"]);
  });
  test("[Z29] a reassigned variable of an imported module is each isolate's own", () => {
    const text = `${spawn}import { bump } from './b.ts'; spawn(() => bump());`;
    const files: Record<string, string> = { "b.ts": "let n = 0; export function bump() { n++; }" };
    expect(
      analyze({ path: "main.ts", text }, { read: (path) => files[path] }).diagnostics.list(),
    ).toEqual([]);
  });
  test("[Z01] a never-reassigned capture is allowed", () => {
    expect(
      found(`${spawn}export function main(a: any) { const b = 1; spawn(() => a + b); }`),
    ).toEqual([]);
  });
  test("[Z01] a bare method is refused with the arrow form as its hint", () => {
    const [only] = diagnose(`${spawn}export function main(worker: any) { spawn(worker.run); }`);
    expect(only?.code).toBe("WO1402");
    expect(only?.hint).toBe("spawn an arrow function: spawn(() => worker.run())");
  });
  test("[Z01] a member of a module namespace is a function, not a method", () => {
    const text = `${spawn}import * as b from './b.ts'; spawn(b.run); spawn(list[0]); const list = [b.run];`;
    const files: Record<string, string> = { "b.ts": "export function run() {}" };
    expect(
      analyze({ path: "main.ts", text }, { read: (path) => files[path] }).diagnostics.list(),
    ).toEqual([]);
  });
});
