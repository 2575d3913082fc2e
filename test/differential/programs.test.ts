/**
 * The same program in Node (types stripped) and in wo prints the same, byte for byte. Each file in
 * programs/ is one program; a folder is one whose entry is main.ts. An uncaught error must be the
 * same error.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileText, type Outcome, root, runImage, runInNode } from "../harness/programs.ts";

const home = join(root, "test", "differential", "programs");

interface Program {
  readonly name: string;
  readonly entry: string;
  readonly files: Record<string, string>;
}

const programs: Program[] = readdirSync(home, { withFileTypes: true })
  .sort((a, b) => (a.name < b.name ? -1 : 1))
  .map((item) => {
    if (!item.isDirectory()) {
      const entry = join(home, item.name);
      return { name: item.name, entry, files: { "main.ts": readFileSync(entry, "utf8") } };
    }
    const inside = (readdirSync(join(home, item.name), { recursive: true }) as string[]).filter(
      (n) => n.endsWith(".ts"),
    );
    const files: Record<string, string> = { "main.ts": "" };
    for (const name of inside) files[name] = readFileSync(join(home, item.name, name), "utf8");
    return { name: item.name, entry: join(home, item.name, "main.ts"), files };
  });

let work = "";
let expected: Outcome[] = [];
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "wo-diff-"));
  expected = runInNode(programs.map((program) => program.files));
}, 120_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

test.concurrent.each(programs.map((program, i) => [program.name, i] as const))(
  "same as Node: %s",
  async (name, i) => {
    const program = programs[i];
    if (program === undefined) throw new Error("unreachable");
    const compiled = compileText(program.entry);
    if (typeof compiled === "string") throw new Error(compiled);
    const image = join(work, `${i}.wob`);
    writeFileSync(image, compiled);
    const result = await runImage(image);
    expect({ name, out: result.out, error: result.error }).toEqual({ name, ...expected[i] });
  },
);
