import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compile } from "../../lib/compiler/index.ts";
import { codeOf, functionOf, imageOf, inNode, interpret } from "./program.ts";

const programs = join(dirname(fileURLToPath(import.meta.url)), "..", "differential", "programs");

/** Runs a program by the interpreter and in Node, and expects the same lines. */
function same(text: string): void {
  const { lines } = interpret(text);
  expect(lines).toEqual(inNode(text));
  expect(lines.length).toBeGreaterThan(0);
}

/** Instruction names of a function, without positions and operands. */
function ops(text: string, name = "f"): string[] {
  return codeOf(text, name)
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "");
}

describe("programs mean what they mean in Node", () => {
  test.each([
    "classes-definition",
    "classes-inherit",
    "classes-private",
    "classes-super-once",
    "closures-counter",
    "closures-nested",
    "closures-scopes",
    "control-loops",
    "control-switch",
    "destructuring-arrays",
    "destructuring-objects",
    "enums",
    "evaluation-order",
    "evaluation-order-operands",
    "exits-finally",
    "exits-using",
    "functions-args",
    "hoisting",
    "labels-complex",
    "logical-assign",
    "objects-literals",
    "scope-shadow",
    "spread-rest",
    "syntax-forms",
    "typescript-erasure",
    "using",
  ])("%s", (name) => {
    same(readFileSync(join(programs, `${name}.ts`), "utf8"));
  });
  test("more of everything than one instruction takes", () => {
    const times = (count: number, item: (i: number) => string): string =>
      Array.from({ length: count }, (_, i) => item(i)).join("");
    same(`
      const o: any = {}; const x = 7;
      const long = [${times(100, (i) => (i % 7 === 3 ? "," : `${i},`))}];
      console.log(long.length, long[50], 3 in long, 4 in long);
      const wide: any = { ${times(70, (i) => `p${i}: ${i},`)} m() { return this.p3; }, get g() { return 5; } };
      console.log(Object.keys(wide).length, wide.p69, wide.m(), wide.g);
      const many = (...a: number[]) => a.length + ":" + a[80];
      console.log(many(${times(90, (i) => `${i},`)}), Math.max(${times(70, (i) => `${i * 3},`)}));
      console.log(\`${times(40, (i) => `s${i}\${x + ${i}}`)}\`);
      function constants(n: number) { let t = 0; ${times(
        400,
        (i) =>
          `t += ${i * 1000 + 0.5}; if (n > ${i * 3 + 0.25}) t -= ${i * 7 + 0.125};
         if (n === ${i * 11 + 500.5}) t = ${i}; o["k${i}"] = "v${i}";`,
      )} return t; }
      console.log(constants(100), Object.keys(o).length, o.k399);
      switch (x as number) { ${times(300, (i) => `case ${i + 100}: console.log("c${i}"); break;`)}
        default: console.log("none"); case 1000: console.log("fell"); }`);
  });
  test("branches further than 16 bits reach", () => {
    const sum = `r = (r${" + n".repeat(99)}) % 1000;`;
    const body = sum.repeat(340);
    expect(
      functionOf(imageOf(`export function far(n: any, r: any) { ${body} }`), "far").code.length,
    ).toBeGreaterThan(0x8000);
    same(`function far(n: number, s: string) {
      let r = 0;
      for (let i = 0; i < 3; i++) {
        if (n) { ${body} } else if (s) { r++; }
        s = "";
        try { if (i === 1) continue; ${body} } finally { r += 2; }
      }
      return (n && r) || (s ?? 0);
    }
    console.log(far(5, "a"), far(0, "a"));`);
  });
});

describe("code", () => {
  test("a counting loop: test at the bottom, fused and constant operands, no moves", () => {
    expect(
      codeOf(`export function f(n: number) {
      let s = 0;
      for (let i = 0; i < n; i++) { if (i % 2 === 0) continue; s += i * 2; }
      return s;
    }`),
    ).toBe(
      [
        "0 LOADI r2 0",
        "1 LOADI r3 0",
        "2 JNLT r3 r1 ->14",
        "4 MODK r4 r3 2",
        "5 JSNEI r4 0 ->9",
        "7 JMP ->11",
        "9 MULI r4 r3 2",
        "10 ADD r2 r2 r4",
        "11 INCLT r3",
        "12 LOOPLT r3 r1 ->4",
        "14 RET r2",
      ].join("\n"),
    );
  });
  test("a loop's test is the jump backward, a condition that calls is emitted once", () => {
    expect(
      ops("export function f(n: number) { while (n > 0 && n !== 7) n -= 2; return n; }"),
    ).toEqual(["JNGTI", "JSEQI", "SUBI", "JNGTI", "LOOPSNEK", "RET"]);
    expect(ops("export function f(g: any) { while (g()) ; }")).toEqual([
      "MOVE",
      "CALL",
      "JF",
      "LOOP",
      "RETU",
    ]);
    expect(ops("export function f(n: number) { do n--; while (n >= 0); }")).toEqual([
      "DECGEK",
      "LOOPGEK",
      "RETU",
    ]);
    expect(ops("export function f(a: any, b: any) { do a(); while (a == b); }")).toEqual([
      "MOVE",
      "CALL",
      "JNE",
      "LOOP",
      "RETU",
    ]);
  });
  test("recursion: called by its index, results where the next operation wants them", () => {
    expect(
      codeOf("export function f(n: number): number { return n < 2 ? n : f(n - 1) + f(n - 2); }"),
    ).toBe(
      [
        "0 JNLTI r1 2 ->3",
        "2 RET r1",
        "3 SUBI r4 r1 1",
        "4 CALLFN r2 1 <f>",
        "6 SUBI r5 r1 2",
        "7 CALLFN r3 1 <f>",
        "9 ADD r2 r2 r3",
        "10 RET r2",
      ].join("\n"),
    );
  });
  test("a variable is copied only when the rest of the expression assigns it", () => {
    expect(ops("export function f(a: number) { return a + (a = 1); }")).toEqual([
      "MOVE",
      "LOADI",
      "MOVE",
      "ADD",
      "RET",
    ]);
    expect(ops("export function f(a: number, b: number) { return a + (b = 1); }")).toEqual([
      "LOADI",
      "MOVE",
      "ADD",
      "RET",
    ]);
  });
  test("a call's result is in the register of the constant it initializes", () => {
    expect(codeOf("export function f(g: any) { const a = g(1), b = g.h(a); return b; }")).toBe(
      [
        "0 MOVE r2 r1",
        "1 LOADI r4 1",
        "2 CALL r2 1",
        '3 GETMETHOD r3 r1 "h"',
        "5 MOVE r5 r2",
        "6 CALLM r3 1",
        "7 RET r3",
      ].join("\n"),
    );
  });
  test("constants are folded, negative numbers included", () => {
    expect(ops("export function f() { return -1 + 2 * 3 ** 2; }")).toEqual(["LOADI", "RET"]);
    expect(codeOf("export function f() { return `a$" + "{1 + 1}` + 'b'; }")).toBe(
      '0 LOADK r1 "a2b"\n1 RET r1',
    );
    expect(ops("export function f(x: any) { if (false) x(); return true ? x : 0; }")).toEqual([
      "RET",
    ]);
    expect(codeOf("export function f() { const n = 10; return n * 2; }")).toContain("LOADI r2 20");
  });
  test("a number on the left of a commutative operator or comparison is a constant operand too", () => {
    expect(ops("export function f(x: any) { return 2 * x; }")).toEqual(["MULI", "RET"]);
    expect(ops("export function f(x: any) { return 2 - x; }")).toEqual(["LOADI", "SUB", "RET"]);
    expect(ops("export function f(x: any) { return 0.5 * x; }")).toEqual(["MULK", "RET"]);
    expect(ops("export function f(x: any) { while (10 > x) x = x + 1; }")).toEqual([
      "JNLTI",
      "ADDI",
      "LOOPLTK",
      "RETU",
    ]);
  });
  test("conditions jump without making booleans", () => {
    expect(
      ops(`export function f(a: any, b: any) {
      if (!(a > 1 && b !== null) || a == null || b === undefined) return 1;
    }`),
    ).toEqual(["JNGTI", "JSEQK", "JNULLISH", "JNUNDEF", "LOADI", "RET", "RETU"]);
  });
  test("library members and functions are loaded, not looked up", () => {
    expect(ops("export function f(x: number) { return Math.sqrt(x) + Math.PI; }")).toEqual([
      "LOADG",
      "MOVE",
      "CALL",
      "ADDK",
      "RET",
    ]);
    expect(ops("const g = () => 1; export function f() { return g(); }")).toEqual([
      "CALLFN",
      "RET",
    ]);
    expect(ops("const g = () => 1; export function f(a: any) { return g(...a); }")).toContain(
      "LOADFN",
    );
  });
  test("literals with constant keys are one instruction, methods without super included", () => {
    expect(
      codeOf("export function f(a: any) { return { a, b: 1, 'c d': 2, m() { return 1; } }; }"),
    ).toBe(
      [
        "0 MOVE r2 r1",
        "1 LOADI r3 1",
        "2 LOADI r4 2",
        "3 CLOSURE r5 <m>",
        "4 OBJECT r2 r2 {a, b, c d, m}",
        "6 RET r2",
      ].join("\n"),
    );
    expect(
      ops("export function f(a: any) { return { a, ...a, b: 1, get c() { return 1; } }; }"),
    ).toEqual([
      "MOVE",
      "OBJECT",
      "SPREADOBJ",
      "LOADI",
      "DEFPROP",
      "LOADK",
      "CLOSURE",
      "DEFGET",
      "RET",
    ]);
  });
  test("iteration keeps its variable in the iterator's window", () => {
    expect(
      codeOf(
        "export function f(xs: number[]) { let t = 0; for (const x of xs) t += x; return t; }",
      ),
    ).toBe(
      [
        "0 LOADI r2 0",
        "1 ITER r3 r1",
        "2 NEXT r3 ->9",
        "4 ADD r2 r2 r6",
        "5 LOOP ->2",
        "7 ITERCLOSE r3 1",
        "8 ENDFINALLY r7",
        "9 RET r2",
        "finally 4..5 r7 ->7",
      ].join("\n"),
    );
  });
  test("by-value captures are read once before a loop", () => {
    const code = codeOf(`export function g(k: number) {
      return function f(n: number) { let s = 0; for (let i = 0; i < n; i++) s += k; return s; };
    }`);
    expect(code.match(/GETCAP/g)).toHaveLength(1);
    expect(code.indexOf("GETCAP")).toBeLessThan(code.indexOf("JNLT"));
  });
  test("an exit's clean-up is not covered by the handlers it has left", () => {
    const code = codeOf(`export function f(it: Iterable<number>) {
      for (const x of it) { try { return x; } catch { return 0; } }
    }`);
    const close = /(\d+) ITERCLOSE r\d+ 0/.exec(code)?.[1];
    for (const [, start, end] of code.matchAll(/^(?:catch|finally) (\d+)\.\.(\d+)/gm)) {
      expect(Number(close) >= Number(start) && Number(close) < Number(end)).toBe(false);
    }
  });
  test("new.target is read before anything is called", () => {
    expect(
      ops("class A {} export class f extends A { constructor() { console.log(1); super(); } }")[0],
    ).toBe("NEWTARGET");
  });
});

describe("functions in the image", () => {
  test("flags, parameters and length", () => {
    const image = imageOf(`
      export function plain(a: any, b: any) {}
      export function some(this: any, a: any, b = 1, c: any) {}
      export function rest(a: any, ...b: any[]) {}
      export const arrow = () => 1;
      export class Base { method() {} }
      export class Derived extends Base {}`);
    const facts = ["plain", "some", "rest", "arrow", "Base", "Derived", "method"].map((name) => {
      const { flags, params, length } = functionOf(image, name);
      return [name, flags, params, length];
    });
    expect(facts).toEqual([
      ["plain", 32 | 64, 2, 2],
      ["some", 32 | 64, 3, 1],
      ["rest", 16 | 32 | 64, 1, 1],
      ["arrow", 1 | 64, 0, 0],
      ["Base", 4 | 64, 0, 0],
      ["Derived", 4 | 8 | 16 | 64, 0, 0],
      ["method", 2 | 64, 0, 0],
    ]);
  });
  test("the inline hint counts fields, parameter properties and assignments to this, once each", () => {
    const hint = (text: string, name: string): number => functionOf(imageOf(text), name).inlineHint;
    expect(
      hint(
        "export class A { x = 1; #y = 2; z; constructor(public p: any) { this.x = 2; this.w = 3; } w: any; }",
        "A",
      ),
    ).toBe(5);
    expect(
      hint("export function F(this: any) { this.a = 1; if (this.a) this.b = 2; this.a = 3; }", "F"),
    ).toBe(2);
    expect(hint("export class B { #m() {} n() { this.#m(); } }", "B")).toBe(1);
  });
  test("locals name the registers that hold them, boxes included", () => {
    const fn = functionOf(
      imageOf("export function f(p: any) { const a = p; let b = 1; return () => b++ + a; }"),
      "f",
    );
    expect(fn.locals.map((one) => [one.name, one.register])).toEqual([
      ["p", 1],
      ["a", 2],
      ["b", 3],
    ]);
  });
  test("call names read as V8 prints them", () => {
    const fn = functionOf(
      imageOf(`export function f(o: any, k: any) {
      o.a.b(); o[k](); (o ? k : o)(); o.f()(); new o.X(); for (const x of o.list) ; [...k]; o.g(...k);
      const [a] = k(); const { b } = o.c; (() => 1)();
    }`),
      "f",
    );
    expect(fn.callNames.map((one) => one.text)).toEqual([
      "o.a.b",
      "o[k]",
      "(intermediate value)(intermediate value)(intermediate value)",
      "o.f",
      "o.f(...)",
      "o.X",
      "o.list",
      "k",
      "...k",
      "o.g",
      "k",
      "k is not a function or its return value",
      "o.c",
      "(intermediate value)",
    ]);
  });
  test("lines point at the last name of a callee, as V8's stacks do", () => {
    const fn = functionOf(imageOf("export function f(o: any) {\n  return o.a\n    .b();\n}"), "f");
    expect(fn.lines.map(({ line, column }) => [line, column])).toContainEqual([3, 6]);
  });
  test("snapshots are the entry's variables a function can reach", () => {
    const image = imageOf(
      "let n = 1; n++; const g = () => n; export function f() { return g(); } n = f();",
    );
    const slot = image.slots.findIndex((one) => one.name === "n");
    expect(functionOf(image, "f").snapshot).toEqual([slot]);
  });
  test("exports name slots and functions", () => {
    const image = imageOf(
      "export const a = [1]; export function f() { return a; } const b = 2; export { f as g, b as default };",
    );
    expect(image.exports.map((one) => [one.name, one.kind])).toEqual([
      ["a", 0],
      ["f", 1],
      ["g", 1],
      ["default", 0],
    ]);
  });
  test("a function that needs too many registers is a diagnostic at the function", () => {
    const names = Array.from({ length: 300 }, (_, i) => `v${i}`);
    const text = `export const x = 1;\nfunction big(c: any) { ${names.map((name) => `let ${name} = c(); ${name}++;`).join("")} return [${names.join(",")}]; }\nbig(1);`;
    const found = compile({ path: "main.ts", text });
    expect(found.image).toBeUndefined();
    expect(found.diagnostics.map((one) => [one.code, one.line])).toEqual([["WO1501", 2]]);
  });
});

describe("drop maps", () => {
  /** A stand-in for the library's channels that only has a name. */
  class Channel {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    sender(): Channel {
      return new Channel(`${this.name}.s`);
    }
    receiver(): Channel {
      return new Channel(`${this.name}.r`);
    }
    send(): void {}
    recv(): void {}
    *[Symbol.iterator](): Iterator<number> {
      yield 1;
      yield 2;
    }
  }
  /** The same for listeners, which answer connections a, b and c of theirs. */
  class Listener extends Channel {
    accept(): Channel {
      return new Channel(`${this.name}.a`);
    }
    override *[Symbol.iterator](): Iterator<never> {
      for (const one of ["a", "b", "c"]) yield new Channel(`${this.name}.${one}`) as never;
    }
  }
  /** Runs a function of a program; answers which holds were dropped, in order, and what was printed. */
  function drops(body: string): string[] {
    const text = `import { chan, net, spawn, select, type Chan, type Listener } from "wo-fiber/std";
      let count = 0; const make = (x: any) => x; const keep: any[] = [];\n${body}\n
      try { console.log(run()); } catch (e) { console.log("threw", e); }`;
    const { lines, drops: dropped } = interpret(text, {
      "std.chan": (name: string) => new Channel(name),
      "std.spawn": () => undefined,
      "std.net.listen": (name: string) => new Listener(name),
      "std.select": (arms: object) => ({ key: Object.keys(arms)[0] }),
      "std.select.send": () => ({}),
    });
    return [
      ...dropped.map((one) => (one instanceof Channel ? one.name : "?")),
      ...lines.filter((line) => line !== "undefined"),
    ];
  }

  test("[Z13] the end of the scope, by falling through", () => {
    expect(
      drops(`function run() { { const a = chan("a" as any); a.send(1); } console.log("after"); }`),
    ).toEqual(["a", "after"]);
  });
  test("[Z13] several in one scope, newest first", () => {
    expect(
      drops(
        `function run() { const a = chan("a" as any); const b = chan("b" as any); a.send(b.length); }`,
      ),
    ).toEqual(["b", "a"]);
  });
  test("[Z13] return, with the value made before", () => {
    expect(drops(`function run() { const a = chan("a" as any); return typeof a; }`)).toEqual([
      "a",
      "object",
    ]);
  });
  test("[Z13] break and continue, one drop for each round", () => {
    expect(
      drops(
        `function run() { for (let i = 0; i < 4; i++) { const a = chan(("a" + i) as any); if (i === 1) continue; if (i === 2) break; a.send(i); } }`,
      ),
    ).toEqual(["a0", "a1", "a2"]);
  });
  test("[Z13] leaving a for...of, whose iterator is closed after the drop", () => {
    const run = (body: string) =>
      drops(`function run() { for (const x of ["x", "y"]) { ${body} } console.log("after"); }`);
    const make = `const a = chan(("a" + x) as any); const b = chan(("b" + x) as any);`;
    expect(run(`${make} if (x === "y") break; a.send(b.length);`)).toEqual([
      "bx",
      "ax",
      "by",
      "ay",
      "after",
    ]);
    expect(run(`${make} if (a.length === 1) continue; if (x) return b.length;`)).toEqual([
      "bx",
      "ax",
    ]);
    expect(run(`try { ${make} if (x) break; a.send(b.length); } finally { count++; }`)).toEqual([
      "bx",
      "ax",
      "after",
    ]);
  });
  test("[Z13] what a loop over a listener takes, at the end of each turn", () => {
    const listen = `const l = net.listen("l" as any);`;
    const loop = (body: string, left = "const conn") => `for (${left} of l) { ${body} }`;
    const run = (loops: string) => drops(`function run() { ${listen} ${loops} }`);
    const all = ["l.a", "l.b", "l.c", "l"];
    expect(run(loop(`spawn(make, conn);`))).toEqual(all);
    expect(run(loop(`spawn(() => conn.read());`, "let conn"))).toEqual(all);
    expect(run(loop(`conn.send(""); if (conn.name === "l.b") continue; conn.send("");`))).toEqual(
      all,
    );
    expect(run(loop(`if (conn.name === "l.b") break;`))).toEqual(["l.a", "l.b", "l"]);
    expect(run(loop(`if (conn.name === "l.b") return 5;`))).toEqual(["l.a", "l.b", "l", "5"]);
    expect(run(loop(`throw conn.name;`))).toEqual(["l.a", "l", "threw l.a"]);
    expect(run(`outer: for (;;) { ${loop("break outer;")} }`)).toEqual(["l.a", "l"]);
    expect(
      drops(
        `function go(l: Listener) { for (const conn of l) spawn(make, conn); } function run() { ${listen} go(l); l.close; }`,
      ),
    ).toEqual(["l.a", "l.b", "l.c"]);
    expect(run(`const conn = l.accept(); spawn(make, conn);`)).toEqual(["l.a", "l"]);
  });
  test("[Z13] what a loop over a listener lets escape is kept, and so is all of another loop", () => {
    const run = (loops: string) =>
      drops(`function run() { const l = net.listen("l" as any); ${loops} }`);
    expect(run(`for (const conn of l) keep.push(conn);`)).toEqual(["l"]);
    expect(run(`for (const conn of l) make(conn);`)).toEqual(["l"]);
    expect(run(`for (const conn of l) { const f = () => conn; f(); }`)).toEqual(["l"]);
    expect(run(`for (const conn of l) return conn.name + make(conn).name;`)).toEqual([
      "l",
      "l.al.a",
    ]);
    expect(run(`let conn; for (conn of l) spawn(make, conn);`)).toEqual(["l"]);
    expect(run(`for (let conn of l) { spawn(make, conn); conn = l; }`)).toEqual([]);
    expect(run(`for (const conn of [...l]) spawn(make, conn);`)).toEqual(["l"]);
  });
  test("[W22] an exception, from every scope it leaves", () => {
    expect(
      drops(
        `function inner() { const b = chan("b" as any); b.send(1); throw "x"; } function run() { const a = chan("a" as any); a.send(1); inner(); }`,
      ),
    ).toEqual(["b", "a", "threw x"]);
    expect(
      drops(
        `function run() { const a = chan("a" as any); try { const b = chan("b" as any); b.send(1); throw 1; } catch { a.send(2); } }`,
      ),
    ).toEqual(["b", "a"]);
  });
  test("[W22] through finally blocks", () => {
    expect(
      drops(
        `function run() { const a = chan("a" as any); try { const b = chan("b" as any); b.send(1); return "r"; } finally { a.send(2); console.log("fin"); } }`,
      ),
    ).toEqual(["b", "a", "fin", "r"]);
  });
  test("[Z13] ends taken from a channel, and iterating it", () => {
    expect(
      drops(
        `function run() { const a = chan("a" as any); const s = a.sender(); s.send(1); for (const v of a) console.log(v); }`,
      ),
    ).toEqual(["a.s", "a", "1", "2"]);
    expect(
      drops(
        `function run() { return take(chan("a" as any)); } function take(c: Chan<number>) { const r = c.receiver(); return typeof r.recv(); }`,
      ),
    ).toEqual(["a.r", "undefined"].slice(0, 1));
  });
  test("[Z13] holds that no binding takes end with their expression", () => {
    expect(
      drops(
        `function run() { const a = chan("a" as any); spawn(make as any, a.sender()); console.log("spawned"); }`,
      ),
    ).toEqual(["a.s", "a", "spawned"]);
    expect(
      drops(
        `function run() { chan("a" as any).sender().send(1); for (const v of chan("b" as any)) { if (v) return v; } }`,
      ),
    ).toEqual(["a", "a.s", "b", "1"]);
    expect(
      drops(
        `function run() { const k = select({ x: chan("a" as any), y: chan("b" as any).receiver() }); return k.key; }`,
      ),
    ).toEqual(["b", "b.r", "a", "x"]);
  });
  test("[Z13] functions whose every return is fresh make fresh holds", () => {
    expect(
      drops(
        `function source() { const c = chan("c" as any); spawn(() => c.send(1)); return c.receiver(); } function run() { for (const v of source()) console.log(v); const k = source(); return typeof k.recv(); }`,
      ).filter((one) => one.startsWith("c")),
    ).toEqual(["c", "c.r", "c", "c.r"]);
    expect(
      drops(
        `function source() { const c = chan("c" as any); return c; } function run() { const k = source(); k.send(1); }`,
      ),
    ).toEqual(["c"]);
  });
  test("[Z13] literals of arms and function literals given to spawn do not escape", () => {
    expect(
      drops(
        `function run() { const a = chan("a" as any), b = chan("b" as any); select({ a, b: select.send(b, 1) }); spawn(() => { a.send(b.length); }); }`,
      ),
    ).toEqual(["b", "a"]);
  });
  test.each([
    ["a call of the program", "make(a);"],
    ["another function literal", "make(() => a);"],
    ["a store", "keep[0] = a;"],
    ["a literal", "const o = { a }; make(1);"],
    ["an array", "const o = [a];"],
    ["an alias", "const o = a;"],
    ["being sent", "const b: any = make(0); const c = chan('c' as any); c.send(a as any);"],
    ["a method of something else", "keep.push(a);"],
    ["a return", "return a && 1;"],
    ["a throw", "if (count) throw a;"],
    ["select.send by itself", "const arm = select.send(a, 1); make(arm);"],
    ["a conditional", "const o = count ? a : 0;"],
  ])("[Z13] what escapes is left alone: %s", (_, use) => {
    const dropped = drops(`function run() { const a: any = chan("a" as any); ${use} }`);
    expect(dropped).not.toContain("a");
  });
  test("[Z13] a variable that is assigned again, or declared in a switch, is left alone", () => {
    expect(
      drops(`function run() { let a: any = chan("a" as any); a = chan("b" as any); }`),
    ).toEqual([]);
    expect(
      drops(
        `function run() { switch (count) { case 0: const a: any = chan("a" as any); a.send(1); } }`,
      ),
    ).toEqual([]);
  });
});
