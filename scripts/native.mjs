// Builds the C core's tools and tests with nothing but a C compiler, in the variants the test suite
// needs. CMakeLists.txt builds the same for developers; this exists so that `npm test` asks for no
// CMake. Usage: node scripts/native.mjs VARIANT...   (plain, asan, tsan, stress, switch)
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sources } from "./sources.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cc = process.env.CC ?? "cc";
const common = [
  "-std=gnu11",
  "-Wall",
  "-Wextra",
  "-Werror",
  "-g",
  "-fno-strict-aliasing",
  "-ffp-contract=off",
  "-fno-math-errno",
  "-pthread",
];
const variants = {
  plain: ["-O2", "-DNDEBUG"],
  asan: [
    "-O1",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-fno-omit-frame-pointer",
  ],
  tsan: ["-O1", "-fsanitize=thread"],
  stress: [
    "-O1",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-fno-omit-frame-pointer",
    "-DWO_STRESS",
  ],
  switch: ["-O1", "-DWO_SWITCH_DISPATCH"],
};
const run = promisify(execFile);

/** Whether `object` is older than anything its dependency file names. */
function stale(object) {
  const deps = object.replace(/\.o$/, ".d");
  if (!existsSync(object) || !existsSync(deps)) return true;
  const made = statSync(object).mtimeMs;
  const names = readFileSync(deps, "utf8")
    .replace(/^[^:]*:/, "")
    .split(/[\s\\]+/)
    .filter(Boolean);
  return names.some((name) => !existsSync(name) || statSync(name).mtimeMs > made);
}

async function pool(jobs) {
  const left = [...jobs];
  const workers = Array.from({ length: Math.max(1, availableParallelism()) }, async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await job();
  });
  await Promise.all(workers);
}

async function compile(flags, source, object) {
  if (!stale(object)) return false;
  mkdirSync(dirname(object), { recursive: true });
  const { stderr } = await run(cc, [...common, ...flags, "-MMD", "-c", source, "-o", object], {
    maxBuffer: 1 << 26,
  });
  if (stderr !== "") process.stderr.write(stderr);
  return true;
}

/** Builds wo_run and every C test of one variant; answers the directory they are in. */
export async function buildNative(variant) {
  const flags = variants[variant];
  if (flags === undefined)
    throw new Error(`unknown variant ${variant}; known are ${Object.keys(variants).join(", ")}`);
  const out = join(root, "build-native", variant);
  const object = (source) => join(out, "obj", source.replace(/\.c$/, ".o"));
  const tests = readdirSync(join(root, "native/test")).filter((name) => /^test_\w+\.c$/.test(name));
  const core = sources().map((source) => join("native", source));
  const mains = ["native/tools/wo_run.c", ...tests.map((name) => `native/test/${name}`)];
  let changed = false;
  await pool(
    [...core, ...mains].map((source) => async () => {
      if (await compile(flags, join(root, source), object(source))) changed = true;
    }),
  );
  await pool(
    mains.map((main) => async () => {
      const program = join(out, basename(main, ".c"));
      if (!changed && existsSync(program)) return;
      await run(cc, [
        ...flags,
        "-pthread",
        object(main),
        ...core.map(object),
        "-lm",
        "-o",
        program,
      ]);
    }),
  );
  return out;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const variant of process.argv.slice(2)) {
    try {
      process.stdout.write(`${await buildNative(variant)}\n`);
    } catch (error) {
      process.stderr.write(`${error.stderr ?? error.message}\n`);
      process.exitCode = 1;
    }
  }
}
