// npm run bench -- -w REGEX [-n RUNS] [-p PEER_REGEX]
// Measures wo, and with -p the installed peers beside it, interleaved run by run, and prints the
// table bench/peers/run.sh prints: medians, so the two compare line by line. Pinned to one CPU.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compile } from "../dist/compiler/index.js";
import { buildNative } from "../scripts/native.mjs";

const here = join(fileURLToPath(import.meta.url), "..");
const root = join(here, "..");
const { values } = parseArgs({
  options: {
    workload: { type: "string", short: "w", default: "^[AB]/" },
    runs: { type: "string", short: "n", default: "5" },
    peers: { type: "string", short: "p" },
  },
});
const wanted = new RegExp(values.workload);
const runs = Number(values.runs);
const peer = values.peers === undefined ? undefined : new RegExp(values.peers);
const work = mkdtempSync(join(tmpdir(), "wo-bench-"));
const native = await buildNative("plain");
const binary = join(process.env.PEERS_TMP ?? join(tmpdir(), "peersrc"), "bin");

function image(name) {
  const { image: bytes, diagnostics } = compile(
    { path: join(here, "programs", `${name}.ts`) },
    { entry: true },
  );
  if (bytes === undefined)
    throw new Error(diagnostics.map((d) => `${d.file}:${d.line}: ${d.message}`).join("\n"));
  const at = join(work, `${name}.wob`);
  writeFileSync(at, bytes);
  return at;
}

const interp = image("interp");
const conc = image("conc");
const empty = join(work, "empty.ts");
writeFileSync(empty, "");
const js = (file, ...args) => [
  "node",
  "--expose-gc",
  "--max-old-space-size=12000",
  join(here, "peers/node", file),
  ...args,
];
const lua = (file, ...args) => [join(here, "peers/lua", file), ...args];

/** Every way to run a workload: peer name to command. Peers whose program is missing are left out. */
function sides(group, name) {
  const bare = ["spawn", "parked", "yield2", "yield10k"].includes(name);
  if (group === "A")
    return {
      wo: [join(native, "wo_run"), interp, name],
      luajit: ["luajit", ...lua("interp.lua", name)],
      "luajit-joff": ["luajit", "-joff", ...lua("interp.lua", name)],
      node: ["node", join(here, "peers/node/interp.js"), name],
      "node-jitless": ["node", "--jitless", join(here, "peers/node/interp.js"), name],
      go: [join(binary, "go_peers"), name],
      c: [join(binary, "c_interp"), name],
    };
  if (group === "B")
    return {
      wo: [join(native, "wo_run"), conc, name],
      go: [join(binary, "go_peers"), name],
      "node-async": js("conc.js", "async", name),
      ...(bare ? { "luajit-joff": ["luajit", "-joff", ...lua("conc.lua", name)] } : {}),
      ...(name === "select8" ? {} : { "node-gen": js("conc.js", "gen", name) }),
    };
  return {
    wo: ["node", join(root, "dist/cli/main.js"), "run", empty],
    node: ["node", "-e", "0"],
  };
}

const workloads = {
  A: ["fib", "loop", "nbody", "mandel", "sieve", "words", "trees"],
  B: ["spawn", "parked", "yield2", "yield10k", "pingpong", "bufchan", "daisy", "select8"],
  D: ["start"],
};

const found = new Map();
function have(command) {
  if (!found.has(command))
    found.set(
      command,
      command.startsWith("/") ? existsSync(command) : spawnSync("which", [command]).status === 0,
    );
  return found.get(command);
}

/** [value, unit] pairs of one run; undefined when it failed. */
function once(group, command) {
  const since = performance.now();
  const done = spawnSync("taskset", ["-c", "0", ...command], {
    encoding: "utf8",
    timeout: 180_000,
    env: { ...process.env, GOMAXPROCS: "1" },
  });
  if (done.status !== 0) {
    process.stderr.write(`${command.join(" ")}\n${done.stderr}\n`);
    return undefined;
  }
  if (group === "D") return [[performance.now() - since, "ms"]];
  const lines = done.stdout
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/));
  return lines.map(([value, unit]) => [Number(value), group === "A" ? "ms" : unit]);
}

const text = (x) => (x >= 1000 ? x.toFixed(0) : x >= 100 ? x.toFixed(1) : x.toFixed(2));
process.stdout.write(
  "| workload | peer | unit | median | min | max | runs |\n|---|---|---|--:|--:|--:|--:|\n",
);
for (const [group, names] of Object.entries(workloads)) {
  for (const name of names) {
    const title = `${group}/${name}`;
    if (!wanted.test(title)) continue;
    const chosen = Object.entries(sides(group, name)).filter(
      ([who, command]) => (who === "wo" || peer?.test(who)) && have(command[0]),
    );
    const samples = new Map();
    for (let run = 0; run < runs; run++) {
      for (const [who, command] of chosen) {
        for (const [value, unit] of once(group, command) ?? []) {
          const key = `${unit}\t${who}`;
          samples.set(key, [...(samples.get(key) ?? []), value]);
        }
      }
    }
    for (const [key, all] of [...samples].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const [unit, who] = key.split("\t");
      const sorted = all.sort((a, b) => a - b);
      const half = sorted.length >> 1;
      const median = sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
      process.stdout.write(
        `| ${title} | ${who} | ${unit} | ${text(median)} | ${text(sorted[0])} | ${text(sorted.at(-1))} | ${sorted.length} |\n`,
      );
    }
  }
}
rmSync(work, { recursive: true, force: true });
