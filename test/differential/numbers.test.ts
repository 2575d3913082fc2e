/**
 * Numbers become text and text becomes numbers as in Node, over a million bit patterns. The same
 * program runs on both sides and prints a running hash, so the first line that differs says where.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileText, runImage, runInNode } from "../harness/programs.ts";
import { numbersProgram } from "./numbers.ts";

const count = Number(process.env["WO_NUMBERS"] ?? 1_000_000);
const seed = Number(process.env["WO_SEED"] ?? 20_231);

test(`formatting and parsing of ${count} numbers, seed ${seed}`, async () => {
  const text = numbersProgram(seed, count, Math.max(1, Math.floor(count / 20)));
  const compiled = compileText("/numbers.ts", text);
  if (typeof compiled === "string") throw new Error(compiled);
  const work = mkdtempSync(join(tmpdir(), "wo-numbers-"));
  try {
    const image = join(work, "numbers.wob");
    writeFileSync(image, compiled);
    const [node] = runInNode([text]);
    const wo = await runImage(image, [], { timeoutMs: 240_000 });
    expect(node?.error).toBe("");
    expect(wo.stderr).toBe("");
    expect(wo.out.split("\n")).toEqual(node?.out.split("\n"));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}, 300_000);
