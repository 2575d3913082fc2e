import { execFile } from "node:child_process";
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileText, root, runImage } from "../harness/programs.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), (match) => match[1] ?? "");

test("the README's program is examples/lengths.ts and prints what it says", async () => {
  expect(blocks[0]).toBe(readFileSync(join(root, "examples/lengths.ts"), "utf8"));
  const image = compileText(join(root, "examples/lengths.ts"));
  if (typeof image === "string") throw new Error(image);
  const work = mkdtempSync(join(tmpdir(), "wo-readme-"));
  writeFileSync(join(work, "lengths.wob"), image);
  const { out } = await runImage(join(work, "lengths.wob"));
  rmSync(work, { recursive: true, force: true });
  expect(readme).toContain(`$ npx wo run examples/lengths.ts\n    ${out}`);
});

test("the README's host example runs as it stands and prints what its comment says", async () => {
  const block = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const printed = /console\.log\(.*\); \/\/ (.*)/.exec(block)?.[1];
  // Inside the package its own name resolves to it, as in a project that depends on it.
  const file = join(root, "dist", "readme-example.mjs");
  writeFileSync(file, block);
  const out = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [file], { encoding: "utf8" }, (failed, stdout) =>
      failed ? reject(failed) : resolve(stdout),
    );
  });
  rmSync(file);
  expect(out).toBe(`${printed}\n`);
});

test("in Node, wo-fiber/std says how to run fiber code", async () => {
  const file = join(root, "dist", "std-in-node.mjs");
  writeFileSync(file, 'import "wo-fiber/std";');
  const failed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [file], { encoding: "utf8" }, (_, __, stderr) => resolve(stderr));
  });
  rmSync(file);
  expect(failed).toContain("npx wo run FILE");
});
