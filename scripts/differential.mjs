// Compares random programs in Node and in wo, any number of them, and shows the smallest program
// found for each failure. Usage: node scripts/differential.mjs [--seeds N] [--from S] [--keep-going]
// Needs wo_run (node scripts/native.mjs plain); WO_TEST_VARIANT chooses another build of it.
import { parseArgs } from "node:util";
import { runnerImport } from "vite";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    "keep-going": { type: "boolean", default: false },
  },
});
const load = async (name) =>
  (await runnerImport(new URL(`../test/differential/${name}.ts`, import.meta.url).pathname)).module;
const { compareSeeds, minimize, compare } = await load("compare");
const { printProgram } = await load("tree");

const batch = 200;
const from = Number(values.from);
const end = from + Number(values.seeds);
let failed = 0;
for (let seed = from; seed < end; seed += batch) {
  for (const failure of await compareSeeds(seed, Math.min(batch, end - seed))) {
    failed++;
    console.log(`seed ${failure.seed} ${failure.kind}: ${failure.text}`);
    if (failed > 1 && !values["keep-going"]) continue;
    const text = printProgram(await minimize(failure.program, failure.kind));
    const [again] = await compare([text]);
    console.log(`smallest program found:\n\n${text}\n${again?.text ?? ""}\n`);
  }
  if (failed > 0 && !values["keep-going"]) break;
}
console.log(
  `seeds ${from} to ${end - 1}: ${failed === 0 ? "no difference" : `${failed} failures`}`,
);
process.exitCode = failed > 0 ? 1 : 0;
