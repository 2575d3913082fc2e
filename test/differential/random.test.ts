/**
 * Random programs do the same in Node and in wo. A failing seed is shown with the smallest program
 * that still fails; `node scripts/differential.mjs --from SEED --seeds 1` shows it again.
 */
import { expect, test } from "vitest";
import { compareSeeds, minimize } from "./compare.ts";
import { printProgram } from "./tree.ts";

const from = Number(process.env["WO_SEED"] ?? 1);
const count = Number(process.env["WO_SEEDS"] ?? 300);

test(`${count} random programs from seed ${from} do the same as in Node`, async () => {
  process.stdout.write(`random programs: seeds ${from} to ${from + count - 1}\n`);
  const failures = await compareSeeds(from, count);
  const [first] = failures;
  if (first === undefined) return;
  const small = await minimize(first.program, first.kind);
  const seeds = failures.map((one) => one.seed).join(", ");
  expect.fail(
    `failing seeds: ${seeds}\nseed ${first.seed} ${first.kind}: ${first.text}\n\n${printProgram(small)}`,
  );
}, 300_000);
