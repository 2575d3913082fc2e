// node scripts/instructions.mjs [--update] [KERNEL...]
//
// Counts the instructions that wo_run takes for each kernel of bench/programs/instructions.ts, under
// valgrind, and compares them with bench/instructions.json. A kernel more than 3 % off either way
// fails: slower is a regression, faster is a new baseline to record with --update. Counts are exact
// to a few parts in a million here, but belong to one compiler, C library and architecture: with
// another, every kernel is skipped. The kernel `empty` is the start-up; it is subtracted from the rest.
//
// Prints "ok - name", "not ok - name" or "skip - name" a kernel, and a table.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildNative } from "./native.mjs";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const baselineAt = join(root, "bench/instructions.json");
const program = "bench/programs/instructions.ts";
const tolerance = 0.03;
const withoutExtensions =
  "-AVX,-AVX2,-AVX512F,-AVX512VL,-BMI2,-ERMS,-FMA,-FMA4,-SSSE3,-SSE4_1,-SSE4_2";
const run = promisify(execFile);

const firstLine = (command, ...args) =>
  execFileSync(command, args, { encoding: "utf8" }).split("\n")[0].trim();

/** What a count depends on besides this repository. */
function toolchain() {
  return {
    arch: process.arch,
    compiler: firstLine(process.env.CC ?? "cc", "--version"),
    library: firstLine("getconf", "GNU_LIBC_VERSION"),
  };
}

function haveValgrind() {
  try {
    return firstLine("valgrind", "--version") !== "";
  } catch {
    return false;
  }
}

/** The kernels' names and a function that counts one. */
async function prepare(work) {
  const wo = join(await buildNative("plain"), "wo_run");
  // Relative, so that the paths in the image are those of any checkout.
  process.chdir(root);
  const { compile } = await import(join(root, "dist/compiler/index.js"));
  const { image, diagnostics } = compile({ path: program }, { entry: true });
  if (image === undefined) throw new Error(diagnostics.map((one) => one.message).join("\n"));
  const at = join(work, "kernels.wob");
  writeFileSync(at, image);
  // A bare environment, as its size moves the stack, and the C library's plainest copies of memcpy
  // and the like, which are those of every machine.
  const env = { PATH: process.env.PATH, GLIBC_TUNABLES: `glibc.cpu.hwcaps=${withoutExtensions}` };
  const options = { encoding: "utf8", env };
  const names = execFileSync(wo, [at, "list"], options).trim().split(" ");
  const count = async (name) => {
    const { stderr } = await run(
      "valgrind",
      ["--tool=callgrind", "--callgrind-out-file=/dev/null", wo, "--seed", "1", at, name],
      options,
    );
    const found = /Collected : (\d+)/.exec(stderr);
    if (found === null) throw new Error(`valgrind counted nothing for ${name}:\n${stderr}`);
    return Number(found[1]);
  };
  return { names, count };
}

async function countAll(names, count) {
  const counts = {};
  const left = [...names];
  const worker = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift())
      counts[name] = await count(name);
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
  for (const name of names) if (name !== "empty") counts[name] -= counts.empty;
  return counts;
}

function judge(name, now, before) {
  if (before === undefined)
    return [
      "not ok",
      `${name}: no baseline; record it with node scripts/instructions.mjs --update`,
    ];
  const change = now / before - 1;
  const percent = `${change < 0 ? "" : "+"}${(100 * change).toFixed(2)} %`;
  if (change > tolerance) return ["not ok", `${name}: ${percent} instructions, slower`];
  if (change < -tolerance)
    return [
      "not ok",
      `${name}: ${percent} instructions, faster; record it with node scripts/instructions.mjs --update`,
    ];
  return ["ok", `${name}: ${percent} instructions`];
}

function table(names, counts, baseline) {
  const rows = names.map(
    (name) => `| ${name} | ${baseline?.kernels[name] ?? ""} | ${counts[name]} |\n`,
  );
  return `| kernel | baseline | now |\n| --- | --: | --: |\n${rows.join("")}`;
}

/** Why the counts here say nothing about the baseline's; empty when they do. */
function mismatch(baseline, here) {
  if (!haveValgrind()) return "valgrind is not installed";
  return Object.keys(here)
    .filter((key) => here[key] !== baseline.toolchain[key])
    .map((key) => `the baseline's ${key} is ${baseline.toolchain[key]}, here ${here[key]}`)
    .join("; ");
}

function record(baseline, here, names, counts) {
  const known = mismatch(baseline, here) === "" ? baseline.kernels : {};
  const kernels = {};
  for (const name of names) kernels[name] = counts[name] ?? known[name];
  writeFileSync(baselineAt, `${JSON.stringify({ toolchain: here, kernels }, null, 2)}\n`);
}

function compare(baseline, names, counts) {
  let good = true;
  for (const name of names) {
    const [verdict, told] = judge(name, counts[name], baseline.kernels[name]);
    if (verdict !== "ok") good = false;
    process.stdout.write(`${verdict} - instructions of ${told}\n`);
  }
  return good;
}

async function main() {
  const update = process.argv.includes("--update");
  const chosen = process.argv.slice(2).filter((one) => !one.startsWith("--"));
  const baseline = JSON.parse(readFileSync(baselineAt, "utf8"));
  const here = toolchain();
  const why = mismatch(baseline, here);
  if (!haveValgrind() || (why !== "" && !update)) {
    process.stdout.write(`instruction counts are not compared: ${why}\n`);
    for (const name of Object.keys(baseline.kernels))
      process.stdout.write(`skip - instructions of ${name}\n`);
    return update ? 1 : 0;
  }
  const work = mkdtempSync(join(tmpdir(), "wo-instructions-"));
  try {
    const { names, count } = await prepare(work);
    const wanted = names.filter(
      (name) => name === "empty" || chosen.length === 0 || chosen.includes(name),
    );
    const counts = await countAll(wanted, count);
    process.stdout.write(table(wanted, counts, baseline));
    if (update) record(baseline, here, names, counts);
    return update || compare(baseline, wanted, counts) ? 0 : 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

process.exitCode = await main();
