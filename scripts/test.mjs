// `npm test`: everything, in order of how soon it tells something, with one closing line over all of
// it. --ci adds the parts that want CMake, clang or valgrind: the CMake build, the fuzzers' smoke run,
// instruction counts.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildNative } from "./native.mjs";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const ci = process.argv.includes("--ci");
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

function note(name, ok) {
  total[ok ? "passed" : "failed"]++;
  if (!ok) failures.push(name);
  process.stdout.write(`${ok ? "ok" : "not ok"} - ${name}\n`);
}

/** One command is one check: its output is shown when it fails. */
function check(name, command, args, env = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  note(name, done.status === 0);
  if (done.status !== 0)
    process.stdout.write(`${done.error ?? ""}${done.stdout ?? ""}${done.stderr ?? ""}\n`);
  return done;
}

/** C tests print "ok - name" and "not ok - name", one a test. */
function cTests(variant, directory) {
  for (const program of readdirSync(directory).filter(
    (name) => name.startsWith("test_") && !name.includes("."),
  )) {
    const done = spawnSync(join(directory, program), { encoding: "utf8", maxBuffer: 1 << 28 });
    const passed = done.stdout.match(/^ok - /gm)?.length ?? 0;
    const failed = done.stdout.match(/^not ok - .*$/gm) ?? [];
    total.passed += passed;
    total.failed += failed.length;
    failures.push(...failed.map((line) => `${program} (${variant}): ${line.slice(9)}`));
    const died = done.status !== 0 && failed.length === 0;
    if (died || passed + failed.length === 0)
      note(`${program} (${variant}) runs to its end`, false);
    if (done.status !== 0) process.stdout.write(`${done.stdout}${done.stderr}\n`);
    else process.stdout.write(`ok - ${program} (${variant}): ${passed} tests\n`);
  }
}

/** A script whose lines are tests, as those of C tests are, with "skip - name" besides. */
function script(name, command, args) {
  const done = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  const lines = done.stdout.match(/^(ok|not ok|skip) - .*$/gm) ?? [];
  for (const line of lines) {
    const [verdict, what] = [
      line.slice(0, line.indexOf(" - ")),
      line.slice(line.indexOf(" - ") + 3),
    ];
    total[verdict === "ok" ? "passed" : verdict === "skip" ? "skipped" : "failed"]++;
    if (verdict === "not ok") failures.push(what);
  }
  process.stdout.write(done.stdout);
  const failed = lines.some((line) => line.startsWith("not ok"));
  if (lines.length === 0 || (done.status !== 0 && !failed)) {
    note(`${name} runs to its end`, false);
    process.stdout.write(`${done.error ?? ""}${done.stderr}\n`);
  }
}

/** Runs vitest, shows what it prints, and adds its counts. */
async function vitest() {
  const work = mkdtempSync(join(tmpdir(), "wo-vitest-"));
  const report = join(work, "report.json");
  const args = ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile=${report}`];
  await new Promise((resolve) =>
    spawn("npx", args, { cwd: root, stdio: "inherit" }).on("close", resolve),
  );
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    total.passed += numPassedTests;
    total.failed += numFailedTests;
    total.skipped += numPendingTests;
    for (const file of testResults) {
      if (file.status === "failed" && file.assertionResults.every((one) => one.status !== "failed"))
        note(`${file.name} loads`, false);
      for (const one of file.assertionResults)
        if (one.status === "failed") failures.push(one.fullName);
    }
  } catch (error) {
    note(`vitest reports (${error.message})`, false);
  }
  rmSync(work, { recursive: true, force: true });
}

check("generated tables are current", "node", ["scripts/gen-tables.mjs", "--check"]);
check("types", "npx", ["tsc", "-p", "tsconfig.json"]);
check("lib builds", "npm", ["run", "build:ts"]);
check("generated prelude is current", "node", ["scripts/gen-prelude.mjs", "--check"]);
check("generated number powers are current", "node", ["scripts/gen-powers.mjs", "--check"]);
check("generated Unicode tables are current", "node", ["scripts/gen-unicode.mjs", "--check"]);
check("docs/language.md is current", "node", ["scripts/gen-language.mjs", "--check"]);
check("format and lint", "npx", ["biome", "check", "."]);
check("format of C", "node", ["scripts/format-c.mjs", "--check"]);
for (const variant of ["plain", "asan", "stress", "tsan", "switch"]) {
  try {
    const directory = await buildNative(variant);
    note(`the core builds (${variant})`, true);
    if (variant !== "switch") cTests(variant, directory);
  } catch (error) {
    note(`the core builds (${variant})`, false);
    process.stdout.write(`${error.stderr ?? error.message}\n`);
  }
}
await vitest();
/** Images of the corpus, for the fuzzers to start from. */
async function corpusImages(out) {
  const { compile } = await import("../dist/compiler/index.js");
  const home = join(root, "test", "corpus");
  mkdirSync(out, { recursive: true });
  for (const name of readdirSync(home, { recursive: true }).filter((one) => one.endsWith(".ts"))) {
    const { image } = compile({ path: join(home, name) }, { entry: true });
    if (image !== undefined) writeFileSync(join(out, `${name.replaceAll("/", "-")}.wob`), image);
  }
}

if (ci) {
  script("instruction counts", "node", ["scripts/instructions.mjs"]);
  check("CMake configures", "cmake", ["-S", ".", "-B", "build-cmake"]);
  check("CMake builds", "cmake", ["--build", "build-cmake", "-j", "2"]);
  check("the addon builds with cmake-js", "npx", ["cmake-js", "compile", "-O", "build-cmake-js"]);
  const exported = (file) =>
    spawnSync("nm", ["-D", "--defined-only", "--format=posix", join(root, file)], {
      encoding: "utf8",
    }).stdout.replace(/ .*/g, "");
  const symbols = ["build/Release/wo.node", "build-cmake-js/Release/wo.node"].map(exported);
  note("[N02] both builds export the same symbols", symbols[0] !== "" && symbols[0] === symbols[1]);
  const corpus = join(root, "build-fuzz", "corpus");
  await corpusImages(corpus);
  const fuzz = ["-DWO_FUZZ=ON", "-DCMAKE_C_COMPILER=clang-19", `-DWO_FUZZ_CORPUS=${corpus}`];
  check("the fuzzers configure", "cmake", ["-S", ".", "-B", "build-fuzz", ...fuzz]);
  check("the fuzzers build", "cmake", [
    "--build",
    "build-fuzz",
    "-j",
    "2",
    "--target",
    "fuzz_load",
    "fuzz_run",
  ]);
  const smoke = ["--build", "build-fuzz", "--target", "fuzz-smoke"];
  const symbolizer = { ASAN_SYMBOLIZER_PATH: "/usr/bin/addr2line" };
  check("the fuzzers run clean for 60 s each", "cmake", smoke, symbolizer);
}

for (const name of failures) process.stdout.write(`failed: ${name}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
