import { describe, expect, test } from "vitest";
import { type Analysis, analyze } from "../../lib/compiler/analyze.ts";
import type { ModuleInfo } from "../../lib/compiler/scope.ts";

function load(files: Record<string, string>, options: { prelude?: boolean } = {}): Analysis {
  return analyze(
    { path: "src/main.ts", text: files["src/main.ts"] ?? "" },
    { read: (path) => files[path], ...options },
  );
}

function order(files: Record<string, string>): string[] {
  const found = load(files);
  expect(found.diagnostics.list()).toEqual([]);
  return found.modules.map((path) => path.replace("src/", ""));
}

function entryOf(files: Record<string, string>): ModuleInfo {
  const found = load(files);
  expect(found.diagnostics.list()).toEqual([]);
  const { modules = [] } = found.program ?? {};
  const last = modules[modules.length - 1];
  if (last === undefined) throw new Error("no module");
  return last;
}

function errors(text: string, files: Record<string, string> = {}): string[] {
  return load({ "src/main.ts": text, ...files })
    .diagnostics.list()
    .map((one) => `${one.code} ${one.message} | ${one.hint ?? ""}`);
}

/** Storage and name of what the last argument of `use(...)` in the entry refers to. */
function meaning(files: Record<string, string>): string[] {
  const module = entryOf(files);
  return [...module.references]
    .filter(([node]) => module.text.slice(node.end, node.end + 1) === "!")
    .map(
      ([, binding]) =>
        `${binding.scope.owner.module.path.replace("src/", "")} ${binding.name} ${binding.storage.kind}`,
    );
}

describe("resolution", () => {
  test("a relative import names its file", () => {
    expect(
      order({
        "src/main.ts": "import './lib/b.ts'; import '../c.mts';",
        "src/lib/b.ts": "",
        "c.mts": "",
      }),
    ).toEqual(["lib/b.ts", "c.mts", "main.ts"]);
  });
  test("./x.js means x.ts where there is one", () => {
    expect(
      order({
        "src/main.ts": "import './b.js'; import './c.mjs';",
        "src/b.ts": "",
        "src/b.js": "",
        "src/c.mjs": "",
      }),
    ).toEqual(["b.ts", "c.mjs", "main.ts"]);
  });
  test("a module is loaded once, however it is named", () => {
    expect(
      order({ "src/main.ts": "import './b.ts'; import '../src/b.js';", "src/b.ts": "" }),
    ).toEqual(["b.ts", "main.ts"]);
  });
  test("a path without extension is refused with the file's name", () => {
    expect(errors("import './b';", { "src/b.ts": "" })).toEqual([
      "WO1302 relative imports name the file with its extension: './b' | write './b.ts'",
    ]);
    expect(errors("import './lib';", { "src/lib/index.ts": "" })[0]).toContain(
      "write './lib/index.ts'",
    );
  });
  test("what cannot be imported is refused by name", () => {
    expect(errors("import './b.ts';")[0]).toBe(
      "WO1301 module './b.ts' was not found | looked for src/b.ts",
    );
    expect(errors("import x from 'lodash'; x;")[0]).toContain("WO1303 package 'lodash'");
    expect(errors("import { chan } from 'wo-fiber'; chan;")[0]).toContain(
      "| fiber code imports 'wo-fiber/std'",
    );
    expect(errors("import { readFile } from 'node:fs'; readFile;")[0]).toContain(
      "WO1304 Node's 'node:fs'",
    );
    expect(errors("import x from './a.json'; x;")[0]).toContain("WO1305");
    expect(errors("import { x } from 'wo:intrinsics'; x;")[0]).toContain("WO1309");
    expect(errors("import './a.tsx';")[0]).toContain("WO1125");
    expect(errors("import './a.cjs';")[0]).toContain("WO1301");
    expect(errors("import 'file://host/%00';")[0]).toContain("WO1303");
    expect(errors("import '/nowhere/a.ts';")[0]).toContain("looked for /nowhere/a.ts");
  });
  test("wo:intrinsics is there for the library itself", () => {
    const found = load(
      { "src/main.ts": "import { nothing } from 'wo:intrinsics'; nothing;" },
      { prelude: true },
    );
    expect(found.diagnostics.list().map((one) => one.code)).toEqual(["WO1306"]);
  });
  test("a library of the package is compiled with the program, under names of its own", () => {
    const text = "import { Headers } from 'wo-fiber/http'; new Headers();";
    const found = load({ "src/main.ts": text });
    expect(found.diagnostics.list()).toEqual([]);
    const files = found.modules.map((path) => path.replace(/^.*\/lib\//, "lib/"));
    expect(files).toContain("lib/http/headers.ts");
    expect(files.slice(-2)).toEqual(["lib/http/index.ts", "src/main.ts"]);
    const paths = found.program?.modules.map((module) => module.path) ?? [];
    expect(paths).toContain("wo:http/headers.ts");
    expect(paths.slice(-2)).toEqual(["wo:http/index.ts", "src/main.ts"]);
  });
  test("a library is loaded once, and looked into however it is used", () => {
    expect(errors("import { Nope } from 'wo-fiber/http';")[0]).toContain("WO1306");
    const found = load({
      "src/main.ts": "import './b.ts'; import { get } from 'wo-fiber/http'; get;",
      "src/b.ts": "import * as http from 'wo-fiber/http'; http.request;",
    });
    expect(found.diagnostics.list()).toEqual([]);
    expect(new Set(found.modules).size).toBe(found.modules.length);
  });
  test("wo:library is there for libraries only", () => {
    expect(errors("import { scanHead } from 'wo:library'; scanHead;")[0]).toBe(
      "WO1309 'wo:library' is for the library itself | use 'wo-fiber/std'",
    );
  });
  test("a byte order mark is no part of the source", () => {
    expect(entryOf({ "src/main.ts": "\uFEFFconst x = 1; x;" }).text[0]).toBe("c");
  });
  test("a missing entry is a diagnostic", () => {
    const found = analyze({ path: "gone.ts" }, { read: () => undefined });
    expect(found.diagnostics.list().map((one) => [one.code, one.file, one.line])).toEqual([
      ["WO1310", "gone.ts", 1],
    ]);
    expect(found.diagnostics.list()[0]?.hint).toBeUndefined();
  });
  test("an entry named without its extension is guessed", () => {
    const read = (path: string) => (path === "gone.ts" ? "" : undefined);
    const found = analyze({ path: "gone" }, { read });
    expect(found.diagnostics.list()[0]?.hint).toBe("did you mean 'gone.ts'?");
  });
  test("a file that cannot be read is refused with the reason, wherever it is named", () => {
    const read = (path: string) => {
      if (path === "main.ts") return "import './b.ts'; import './b';";
      if (path === "b.ts") throw new Error("no permission");
      return undefined;
    };
    expect(
      analyze({ path: "main.ts" }, { read })
        .diagnostics.list()
        .map((one) => `${one.code} ${one.hint}`),
    ).toEqual(["WO1301 no permission", "WO1302 write './b.ts'"]);
  });
  test("errors of all modules are collected", () => {
    expect(
      errors("import './b.ts'; async function f() {}", { "src/b.ts": "1n;" }).map((one) =>
        one.slice(0, 6),
      ),
    ).toEqual(["WO1101", "WO1115"]);
  });
});

describe("evaluation order", () => {
  test("depth first, in the order of imports and re-exports", () => {
    expect(
      order({
        "src/main.ts": "export * from './c.ts'; import './b.ts';",
        "src/b.ts": "import './d.ts';",
        "src/c.ts": "export { x } from './d.ts';",
        "src/d.ts": "export const x = 1;",
      }),
    ).toEqual(["d.ts", "c.ts", "b.ts", "main.ts"]);
  });
  test("a cycle is entered once", () => {
    expect(
      order({
        "src/main.ts": "import './b.ts';",
        "src/b.ts": "import './c.ts';",
        "src/c.ts": "import './b.ts'; import './main.ts';",
      }),
    ).toEqual(["c.ts", "b.ts", "main.ts"]);
  });
});

describe("types are erased", () => {
  test("type-only imports and exports load nothing", () => {
    expect(
      order({
        "src/main.ts":
          "import type { A } from './gone.ts'; import { type B } from './gone.ts'; export type { C } from './gone.ts'; export type * from './gone.ts'; let x: A | B; x;",
      }),
    ).toEqual(["main.ts"]);
  });
  test("an import that names only types evaluates nothing", () => {
    expect(
      order({
        "src/main.ts": "import { A } from './types.ts'; let x: A | undefined; x;",
        "src/types.ts": "export interface A {}",
      }),
    ).toEqual(["main.ts"]);
  });
  test("an import that names a value evaluates its module, used or not, as in Node", () => {
    expect(
      order({ "src/main.ts": "import { a } from './b.ts';", "src/b.ts": "export const a = 1;" }),
    ).toEqual(["b.ts", "main.ts"]);
  });
  test("a wrong name or file in an import is refused even where it is unused", () => {
    const codes = (text: string) =>
      analyze(
        { path: "src/main.ts", text },
        { read: (path) => (path.endsWith("b.ts") ? "export const a = 1;" : undefined) },
      )
        .diagnostics.list()
        .map((one) => `${one.code} ${one.hint ?? ""}`);
    expect(codes("import { ab } from './b.ts';")).toEqual(["WO1306 did you mean 'a'?"]);
    expect(codes("import { a } from './c.ts';")[0]).toMatch(/^WO1301/);
    expect(codes("import { chann } from 'wo-fiber/std';")).toEqual(["WO1306 did you mean 'chan'?"]);
    expect(codes("import { Send, type Recv } from 'wo-fiber/std';")).toEqual([]);
  });
  test("an import for its effects is kept", () => {
    expect(order({ "src/main.ts": "import './b.ts';", "src/b.ts": "" })).toEqual([
      "b.ts",
      "main.ts",
    ]);
  });
  test("re-exported types are no exports, and do not evaluate their module", () => {
    const files = {
      "src/main.ts": "export { A } from './b.ts'; import { B } from './b.ts'; export { B };",
      "src/b.ts": "export interface A {} export type B = 1;",
    };
    expect(order(files)).toEqual(["main.ts"]);
    expect([...entryOf(files).exports.keys()]).toEqual([]);
  });
  test("a type used as a value is refused where it is used", () => {
    expect(
      errors("import { A } from './b.ts'; new A();", { "src/b.ts": "export interface A {}" }),
    ).toEqual(["WO1206 'A' is a type and cannot be used as a value | "]);
  });
});

describe("names across modules", () => {
  const b = {
    "src/b.ts":
      "export let n = 1; export function f() { n++; } export default class K {} export { n as m };",
  };
  test("an import is the binding of the exporting module", () => {
    expect(
      meaning({
        "src/main.ts": "import K, { n, f as g, m } from './b.ts'; [K!, n!, g!, m!];",
        ...b,
      }),
    ).toEqual(["b.ts K module", "b.ts n module", "b.ts f function", "b.ts n module"]);
  });
  test("a function that uses an import captures nothing", () => {
    const files = {
      "src/main.ts":
        "import { chan } from 'wo-fiber/std'; import { n } from './b.ts'; [1].map(() => [n, chan]);",
      ...b,
    };
    const { functions } = load(files).program ?? {};
    expect(functions?.flatMap((one) => one.captures)).toEqual([]);
  });
  test("re-exports and stars lead to the same binding", () => {
    const files = {
      "src/main.ts": "import { f, m, d } from './c.ts'; [f!, m!, d!];",
      "src/c.ts": "export * from './b.ts'; export { default as d } from './b.ts';",
      ...b,
    };
    expect(meaning(files)).toEqual(["b.ts f function", "b.ts n module", "b.ts K module"]);
  });
  test("an import that is exported again leads on", () => {
    const files = {
      "src/main.ts": "import { g } from './c.ts'; g!;",
      "src/c.ts": "import { f } from './b.ts'; export { f as g };",
      ...b,
    };
    expect(meaning(files)).toEqual(["b.ts f function"]);
  });
  test("a member of a namespace is the binding", () => {
    expect(
      meaning({ "src/main.ts": "import * as b from './b.ts'; [b.n!, b.default!];", ...b }),
    ).toEqual(["b.ts n module", "b.ts K module"]);
  });
  test("a namespace exported by name can be used through its import", () => {
    const files = {
      "src/main.ts": "import { ns } from './c.ts'; import * as c from './c.ts'; [ns.f!, c.ns.n!];",
      "src/c.ts": "export * as ns from './b.ts';",
      ...b,
    };
    expect(meaning(files)).toEqual(["b.ts f function", "b.ts n module"]);
  });
  test("a star does not export a default, and an explicit export wins over a star", () => {
    const files = { "src/main.ts": "export * from './b.ts'; export const n = 2;", ...b };
    expect([...entryOf(files).exports.keys()].sort()).toEqual(["f", "m", "n"]);
    expect(entryOf(files).exports.get("n")?.scope.owner.module.entry).toBe(true);
  });
  test("exports of the library can be exported again", () => {
    const module = entryOf({ "src/main.ts": "export { WoError as E } from 'wo-fiber/std';" });
    expect(module.exports.get("E")?.storage.kind).toBe("builtin");
  });
  test("a default export of an expression is a const of the module", () => {
    expect(
      meaning({
        "src/main.ts": "import x from './c.ts'; x!;",
        "src/c.ts": "export default 1 + 2;",
      }),
    ).toEqual(["c.ts default module"]);
  });
  test("a default export of a function without a name is named default", () => {
    const module = entryOf({ "src/main.ts": "export default function () {}" });
    expect(module.exports.get("default")?.storage.kind).toBe("function");
    expect([...module.functions.values()].map((one) => one.name)).toEqual(["", "default"]);
  });
  test("what is not exported is refused, with the nearest name", () => {
    expect(errors("import { ff } from './b.ts'; ff;", b)).toEqual([
      "WO1306 module './b.ts' has no export 'ff' | did you mean 'f'?",
    ]);
    expect(errors("import x from './c.ts'; x;", { "src/c.ts": "" })[0]).toContain(
      "WO1306 module './c.ts' has no export 'default'",
    );
    expect(errors("export { x } from './c.ts';", { "src/c.ts": "" })[0]).toContain("WO1306");
    expect(errors("import * as b from './b.ts'; b.nope;", b)[0]).toContain("WO1306");
  });
  test("a name two stars export differently is ambiguous only when it is asked for", () => {
    const files = {
      "src/c.ts": "export * from './d.ts'; export * from './e.ts';",
      "src/d.ts": "export const x = 1, y = 1;",
      "src/e.ts": "export const x = 2;",
    };
    expect(errors("import { y } from './c.ts'; y;", files)).toEqual([]);
    expect(errors("import { x } from './c.ts'; x;", files)[0]).toContain("WO1307");
  });
  test("a name that only re-exports itself is refused", () => {
    expect(
      errors("import { x } from './c.ts'; x;", {
        "src/c.ts": "export { x } from './d.ts';",
        "src/d.ts": "export { x } from './c.ts';",
      })[0],
    ).toContain("WO1311");
  });
  test("a namespace is no value, and its members cannot be assigned", () => {
    expect(errors("import * as b from './b.ts'; [b];", b)[0]).toContain("WO1210");
    expect(errors("import * as b from './b.ts'; b.n = 1;", b)[0]).toContain("WO1208 'b.n'");
  });
});
