/** Runs programs in Node and in wo, says where they differ, and makes failing ones smaller. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileText, type Outcome, runImage, runInNode } from "../harness/programs.ts";
import { generate } from "./generate.ts";
import { printProgram, shrink, type Tree } from "./tree.ts";

/**
 * What went wrong: wo refuses a program that Node runs, wo dies, or the two do different things.
 * `invalid` is a program that Node refuses too, which only a reduction can make.
 */
export type Kind = "refused" | "died" | "differs" | "invalid";

export interface Difference {
  readonly kind: Kind;
  readonly text: string;
}

/** The difference of each program; undefined where there is none. */
export async function compare(programs: readonly string[]): Promise<(Difference | undefined)[]> {
  const work = mkdtempSync(join(tmpdir(), "wo-compare-"));
  const found: (Difference | undefined)[] = programs.map(() => undefined);
  try {
    const wanted = runInNode(programs);
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let i = next++; i < programs.length; i = next++) {
        const expected = wanted[i];
        const program = programs[i];
        if (expected === undefined || program === undefined) return;
        found[i] = await difference(program, expected, join(work, `${i}`));
      }
    };
    await Promise.all([worker(), worker()]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return found;
}

async function difference(
  program: string,
  node: Outcome,
  path: string,
): Promise<Difference | undefined> {
  if (node.error.startsWith("SyntaxError")) return { kind: "invalid", text: node.error };
  const compiled = compileText(`${path}.ts`, program);
  if (typeof compiled === "string") return { kind: "refused", text: compiled };
  writeFileSync(`${path}.wob`, compiled);
  const wo = await runImage(`${path}.wob`, [], { timeoutMs: 120_000 });
  if (wo.code === null) return { kind: "died", text: `killed or timed out; ${wo.stderr}` };
  if (wo.out === node.out && wo.error === node.error) return undefined;
  const [left, right] = [node.out.split("\n"), wo.out.split("\n")];
  const line = left.findIndex((text, i) => text !== right[i]);
  const show = (lines: string[], error: string): string =>
    lines.slice(line, line + 2).join("\n        ") || error;
  const text = `line ${line + 1}\n  node: ${show(left, node.error)}\n  wo:   ${show(right, wo.error)}`;
  return { kind: "differs", text };
}

/** The smallest program found that fails in the same way. */
export function minimize(program: Tree, kind: Kind): Promise<Tree> {
  return shrink(program, async (batch) => {
    const differences = await compare(batch.map(printProgram));
    return differences.map((one) => one?.kind === kind);
  });
}

export interface Failure extends Difference {
  readonly seed: number;
  readonly program: Tree;
}

/** The failures among the programs of `count` seeds. */
export async function compareSeeds(from: number, count: number): Promise<Failure[]> {
  const programs = Array.from({ length: count }, (_, i) => generate(from + i));
  const differences = await compare(programs.map(printProgram));
  return differences.flatMap((one, i) => {
    const program = programs[i];
    return one === undefined || program === undefined ? [] : [{ ...one, seed: from + i, program }];
  });
}
