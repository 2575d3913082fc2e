import { describe, expect, test } from "vitest";
import {
  type Diagnostic,
  Diagnostics,
  renderDiagnostic,
  renderDiagnostics,
  rules,
} from "../../lib/compiler/diagnostics.ts";
import { lineStartsOf, parse, positionOf } from "../../lib/compiler/parse.ts";

function at(text: string, start: number, end: number): Diagnostic {
  const diagnostics = new Diagnostics();
  diagnostics.add(
    { path: "a.ts", text, lineStarts: lineStartsOf(text) },
    { start, end },
    "unknownName",
    { name: "x" },
    "try y",
  );
  const [only] = diagnostics.list();
  if (only === undefined) throw new Error("nothing was added");
  return only;
}

describe("the table", () => {
  test("codes are unique, and numbered WO1xxx", () => {
    const codes = Object.values(rules).map((rule) => rule.code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^WO1\d{3}$/);
  });
  test("messages do not end in a full stop", () => {
    for (const rule of Object.values(rules)) expect(rule.message).not.toMatch(/\.$/);
  });
});

describe("text form", () => {
  test("place, code, message, source line, carets under the span, hint", () => {
    expect(renderDiagnostic(at("let a;\nuse(xyz);\n", 11, 14))).toBe(
      [
        "a.ts:2:5 - error WO1201: 'x' is not defined",
        "  use(xyz);",
        "      ^^^",
        "  hint: try y",
      ].join("\n"),
    );
  });
  test("tabs before the span are kept so that carets line up", () => {
    expect(renderDiagnostic(at("\t\tx;", 2, 3)).split("\n")[2]).toBe("  \t\t^");
  });
  test("a character of two code units takes one column of carets", () => {
    expect(renderDiagnostic(at("'\u{1F600}' + \u{1F600}x;", 7, 10)).split("\n")[2]).toBe(
      "        ^^",
    );
  });
  test("a span over several lines is marked to the end of its first line", () => {
    expect(renderDiagnostic(at("f(1,\n2);", 0, 7)).split("\n")[2]).toBe("  ^^^^");
  });
  test("an empty span has one caret", () => {
    expect(renderDiagnostic(at("abc", 3, 3)).split("\n")[2]).toBe("     ^");
  });
  test("a long line is cut around the span", () => {
    const text = `${"a".repeat(5000)}x${"b".repeat(5000)}`;
    const [, line, carets] = renderDiagnostic(at(text, 5000, 5001)).split("\n");
    expect(line?.length).toBeLessThan(200);
    expect(line?.[carets?.indexOf("^") ?? 0]).toBe("x");
  });
  test("several are separated by an empty line", () => {
    const one = at("x", 0, 1);
    expect(renderDiagnostics([one, one]).split("\n\n")).toHaveLength(2);
  });
});

describe("the collection", () => {
  test("one code at one place is kept once; order is by file, then place", () => {
    const diagnostics = new Diagnostics();
    const source = (path: string): Parameters<Diagnostics["add"]>[0] => ({
      path,
      text: "ab cd",
      lineStarts: [0],
    });
    diagnostics.add(source("b.ts"), { start: 3, end: 5 }, "unknownName", { name: "cd" });
    diagnostics.add(source("a.ts"), { start: 0, end: 1 }, "unknownName", { name: "ab" });
    diagnostics.add(source("b.ts"), { start: 0, end: 2 }, "unknownName", { name: "ab" });
    diagnostics.add(source("b.ts"), { start: 0, end: 2 }, "unknownName", { name: "ab" });
    expect(diagnostics.list().map((one) => `${one.file} ${one.column}`)).toEqual([
      "b.ts 1",
      "b.ts 4",
      "a.ts 1",
    ]);
  });
  test("warnings do not fail the program", () => {
    const diagnostics = new Diagnostics();
    diagnostics.add(
      { path: "a.ts", text: "x", lineStarts: [0] },
      { start: 0, end: 1 },
      "assignConst",
      { name: "x" },
    );
    expect(diagnostics.failed).toBe(false);
    expect(diagnostics.list()[0]?.severity).toBe("warning");
  });
  test("the JSON form is the object itself", () => {
    expect(JSON.parse(JSON.stringify(at("x", 0, 1)))).toEqual({
      code: "WO1201",
      message: "'x' is not defined",
      hint: "try y",
      file: "a.ts",
      line: 1,
      column: 1,
      length: 1,
      severity: "error",
      source: "x",
    });
  });
});

describe("positions", () => {
  test("every line end of ECMAScript ends a line; CRLF is one", () => {
    expect(lineStartsOf("a\nb\r\nc\rd\u2028e")).toEqual([0, 2, 5, 7, 9]);
  });
  test("line and column are 1-based", () => {
    expect(positionOf([0, 2, 5], 0)).toEqual({ line: 1, column: 1 });
    expect(positionOf([0, 2, 5], 4)).toEqual({ line: 2, column: 3 });
    expect(positionOf([0, 2, 5], 99)).toEqual({ line: 3, column: 95 });
  });
  test("offsets of the tree count UTF-16 code units", () => {
    const text = "'\u{1F600}\u00e9'; x;";
    const source = parse("a.ts", text, new Diagnostics());
    const last = source?.program.body[1];
    expect(last && text.slice(last.start, last.end)).toBe("x;");
  });
  test("a syntax error points at its place behind such characters", () => {
    const diagnostics = new Diagnostics();
    expect(parse("a.ts", "'\u{1F600}';\nlet let = 1;", diagnostics)).toBeUndefined();
    expect(diagnostics.list().map((one) => [one.code, one.line, one.column])).toEqual([
      ["WO1001", 2, 5],
    ]);
  });
});
