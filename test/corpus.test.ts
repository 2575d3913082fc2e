/**
 * The corpus: one program a behaviour, with its expected output in comments:
 *
 *   // [W07] name of the behaviour          first line: the test's name
 *   // expect: text                         a line of stdout, in order
 *   // expect error: text                   stderr contains it, and the exit code is 1
 *   // expect stderr: text                  stderr contains it
 *   // args: a b                            arguments of the program
 *   // flags: --quota 1000000               options of wo_run
 *   // env: NAME=value                      environment, e.g. WO_REDUCTIONS=1
 *   // refused: WO1234 line:column          the compiler refuses it there
 *
 * Every program runs through wo_run plain, under ASan and UBSan, and under the stress build, each on
 * io_uring, where that is allowed, and on epoll. WO_TEST_VARIANTS and WO_TEST_PLANES choose fewer.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compile } from "../lib/compiler/index.ts";
import { compileText, planes, root, runImage } from "./harness/programs.ts";

const home = join(root, "test", "corpus");
const variants = (process.env["WO_TEST_VARIANTS"] ?? "plain,asan,stress").split(",");
const runs = variants.flatMap((variant) => planes().map((plane) => [variant, plane] as const));

interface Expectation {
  readonly title: string;
  readonly out: string;
  readonly error: string | undefined;
  readonly stderr: string[];
  readonly args: string[];
  readonly flags: string[];
  readonly env: Record<string, string>;
  readonly refused: { code: string; at: string }[];
}

function read(text: string): Expectation {
  const all = (what: string) =>
    Array.from(text.matchAll(new RegExp(`// ${what}: ?(.*)$`, "gm")), (m) => m[1] ?? "");
  return {
    title: /^\/\/ (.*)$/m.exec(text)?.[1] ?? "",
    out: all("expect")
      .map((line) => `${line}\n`)
      .join(""),
    error: all("expect error")[0],
    stderr: all("expect stderr"),
    args: all("args").flatMap((line) => line.split(" ")),
    flags: all("flags").flatMap((line) => line.split(" ")),
    env: Object.fromEntries(all("env").map((line) => line.split("=", 2) as [string, string])),
    refused: all("refused").map((line) => {
      const [code = "", at = ""] = line.split(" ");
      return { code, at };
    }),
  };
}

const files = (readdirSync(home, { recursive: true }) as string[])
  .filter((name) => name.endsWith(".ts") && !name.includes("modules-lib"))
  .sort()
  .map((name) => join(home, name));

let work = "";
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "wo-corpus-"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe.each(files.map((file) => [relative(home, file), file] as const))(
  "corpus %s",
  (name, file) => {
    const text = readFileSync(file, "utf8");
    const wanted = read(text);
    if (wanted.refused.length > 0) {
      test(wanted.title, () => {
        const { diagnostics } = compile({ path: file }, { entry: true });
        expect(
          diagnostics
            .filter((d) => d.severity === "error")
            .map((d) => ({ code: d.code, at: `${d.line}:${d.column}` })),
        ).toEqual(wanted.refused);
      });
      return;
    }
    test.concurrent.each(runs)(`${wanted.title} (%s, %s)`, async (variant, plane) => {
      const compiled = compileText(file);
      if (typeof compiled === "string") throw new Error(compiled);
      const image = join(work, `${name.replaceAll("/", "-")}.${variant}.${plane}.wob`);
      writeFileSync(image, compiled);
      const result = await runImage(image, wanted.args, {
        flags: wanted.flags,
        variant,
        env: { WO_IO: plane, ...wanted.env },
      });
      expect(result.out).toBe(wanted.out);
      for (const part of wanted.stderr) expect(result.stderr).toContain(part);
      if (wanted.error === undefined)
        expect({
          code: result.code,
          stderr: wanted.stderr.length > 0 ? "" : result.stderr,
        }).toEqual({ code: 0, stderr: "" });
      else {
        expect(result.stderr).toContain(wanted.error);
        expect(result.code).toBe(1);
      }
    });
  },
);
