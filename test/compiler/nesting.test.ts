import { describe, expect, test } from "vitest";
import { analyze } from "../../lib/compiler/analyze.ts";
import { nestingMax, tooDeepAt } from "../../lib/compiler/nesting.ts";

const times = (text: string, count: number): string => text.repeat(count);

/** Sources that nest `n` levels in as many ways as the grammar has. */
const shapes: Record<string, (n: number) => string> = {
  parentheses: (n) => `${times("(", n)}1${times(")", n)}`,
  "array literals": (n) => times("[", n) + times("]", n),
  blocks: (n) => times("{", n) + times("}", n),
  "object literals": (n) => `x=${times("{a:", n)}1${times("}", n)}`,
  functions: (n) => times("()=>{", n) + times("}", n),
  calls: (n) => times("f(1,", n) + times(")", n),
  templates: (n) => `${times("`${", n)}1${times("}`", n)}`,
  "else if": (n) => `if(a){}${times("\nelse if(a)\n{}", n)}`,
  conditionals: (n) => `a${times("?b:a", n)}`,
  arrows: (n) => `${times("a=>", n)}a`,
  assignments: (n) => `${times("a=", n)}a`,
  sums: (n) => `a${times(" + a", n)}`,
  labels: (n) => `${Array.from({ length: n }, (_, i) => `l${i}:\n`).join("")};`,
  "for loops": (n) => `${times("for(;;)\n", n)};`,
  "prefix operators": (n) => `${times("!", n)}a`,
  typeof: (n) => `${times("typeof\n", n)}a`,
  "type arguments": (n) => `let a:${times("A<B,", n)}A${times(">", n)}`,
  "array types": (n) => `let a:A${times("[]", n)}`,
  "conditional types": (n) => `type X=${times("A extends B?C:", n)}D`,
  "member chains": (n) => `a${times(".b()", n)}`,
  classes: (n) => `${times("class A extends ", n)}B{}${times("{}", n - 1)}`,
  "brackets behind a string": (n) => `'\\'(';${times("(", n)}`,
  "brackets behind a regular expression": (n) => `x=/[(/]/;${times("(", n)}`,
};

describe("nesting beyond the limit is found before parsing", () => {
  test.each(Object.keys(shapes))("%s", (name) => {
    expect(tooDeepAt(shapes[name]?.(nestingMax + 100) ?? "")).toBeDefined();
    expect(tooDeepAt(shapes[name]?.(100) ?? "")).toBeUndefined();
  });

  test("it is a diagnostic, at any depth", () => {
    for (const depth of [2000, 1_000_000]) {
      const { diagnostics } = analyze({ path: "a.ts", text: times("[", depth) });
      expect(diagnostics.list().map((one) => one.code)).toEqual(["WO1502"]);
    }
  });
});

describe("long sources are not deep ones", () => {
  const lines: Record<string, string> = {
    statements: "x = a + b * c;\n",
    "statements without semicolons": "const x = f(a) + g(b)\n",
    "calls without semicolons": "expect(a[0]).toBe(b(c))\n",
    "assignments without semicolons": "a.b = c\n",
    "if statements": "if (a < b) { c(); } else d();\n",
    methods: "m(a: A<B>, b = 1): C<D> { return a < b ? 1 : 2 }\n",
    "brackets in strings and comments": "f('(((', \"[[[\", `{{{`); // ((( '\n/* [[[ */\n",
  };
  test.each(Object.keys(lines))("%s", (name) => {
    expect(tooDeepAt(times(lines[name] ?? "", 5000))).toBeUndefined();
  });
  test("arrays of many elements", () => {
    expect(tooDeepAt(`x = [${times("-1, { a: f(1) }, ", 20000)}]`)).toBeUndefined();
  });
});

test("a program at the limit is analysed, or refused, but nothing is thrown", () => {
  for (const shape of Object.values(shapes)) {
    expect(() => analyze({ path: "a.ts", text: shape(nestingMax - 10) })).not.toThrow();
  }
});
