import { execFile } from "node:child_process";
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileText, root, runImage, stripTypes } from "../harness/programs.ts";

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

test("the README's host example prints what its comment says", async () => {
  const block = blocks[1] ?? "";
  expect(/console\.log\(.*\); \/\/ (.*)/.exec(block)?.[1]).toBe("42");
  const work = mkdtempSync(join(tmpdir(), "wo-readme-"));
  const library = JSON.stringify(join(root, "dist/index.js"));
  const text =
    stripTypes(block.replace('"wo-fiber"', library).replace("await using", "const")) +
    "\nawait runtime.close();\n";
  writeFileSync(join(work, "host.mjs"), text);
  const out = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [join(work, "host.mjs")], { encoding: "utf8" }, (failed, stdout) =>
      failed ? reject(failed) : resolve(stdout),
    );
  });
  rmSync(work, { recursive: true, force: true });
  expect(out).toBe("42\n");
});
