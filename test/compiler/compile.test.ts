import { describe, expect, test } from "vitest";
import { check, compile } from "../../lib/compiler/index.ts";

const read = (path: string): string | undefined =>
  path === "b.ts" ? "export const b = 1;" : undefined;

describe("compile", () => {
  test("a program becomes an image; its modules are listed in evaluation order", () => {
    const { image, diagnostics, modules } = compile(
      { path: "main.ts", text: "import { b } from './b.ts'; export function main() { return b; }" },
      { read },
    );
    expect(diagnostics).toEqual([]);
    expect(modules).toEqual(["b.ts", "main.ts"]);
    expect(new TextDecoder().decode(image?.subarray(0, 4))).toBe("WOIM");
  });
  test("a program with an error has diagnostics and no image", () => {
    const found = compile({ path: "main.ts", text: "nothing;" });
    expect(found.image).toBeUndefined();
    expect(found.diagnostics.map((one) => one.code)).toEqual(["WO1201"]);
  });
  test("a program with a warning has both", () => {
    const found = compile({ path: "main.ts", text: "const a = 1; a = 2;" });
    expect(found.image).toBeDefined();
    expect(found.diagnostics.map((one) => one.severity)).toEqual(["warning"]);
  });
  test("a function too large for an image is a diagnostic at the function", () => {
    const names = Array.from({ length: 400 }, (_, i) => `v${i}`);
    const body = names.map((name) => `let ${name} = c; ${name}++;`).join("");
    const text = `\nexport function big(c: any) { ${body} return [${names.join(",")}]; }`;
    const [only, more] = compile({ path: "main.ts", text }).diagnostics;
    expect(more).toBeUndefined();
    expect([only?.code, only?.line]).toEqual(["WO1501", 2]);
  });
  test("a deep program is an image or a diagnostic, never an exception", () => {
    for (const depth of [100, 500, 900]) {
      const text = `export const x = ${"[".repeat(depth)}1${"]".repeat(depth)};`;
      const found = compile({ path: "main.ts", text });
      expect(found.image !== undefined || found.diagnostics.length > 0).toBe(true);
    }
  });
  test("check reports the same diagnostics", () => {
    const entry = { path: "main.ts", text: "async function f() {}" };
    expect(check(entry)).toEqual(compile(entry).diagnostics);
  });
});
