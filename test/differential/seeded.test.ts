/**
 * Programs that call the library with random values print the same in Node and in wo. Each file of
 * seeded/ starts from the seed in its first variable, which is replaced.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compileText, root, runImage, runInNode } from "../harness/programs.ts";

const home = join(root, "test", "differential", "seeded");
const from = Number(process.env["WO_SEED"] ?? 1);
const seeds = Array.from({ length: Number(process.env["WO_SEEDS"] ?? 3) }, (_, i) => from + i);
const work = mkdtempSync(join(tmpdir(), "wo-seeded-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const cases = readdirSync(home).flatMap((name) => seeds.map((seed) => [name, seed] as const));
test.each(cases)("same as Node: %s, seed %i", async (name, seed) => {
  const text = readFileSync(join(home, name), "utf8").replace(
    "let seed = 1;",
    `let seed = ${seed * 2654435 + 1};`,
  );
  const compiled = compileText(join(home, name), text);
  if (typeof compiled === "string") throw new Error(compiled);
  const image = join(work, `${name}.${seed}.wob`);
  writeFileSync(image, compiled);
  const [node] = runInNode([text]);
  const wo = await runImage(image);
  expect(wo.stderr).toBe("");
  const [left, right] = [node?.out.split("\n") ?? [], wo.out.split("\n")];
  const differing = left.findIndex((line, i) => line !== right[i]);
  const around = (lines: string[]): string[] => lines.slice(differing, differing + 3);
  if (differing >= 0) expect(around(right), `line ${differing + 1}`).toEqual(around(left));
  expect(right.length).toBe(left.length);
});
