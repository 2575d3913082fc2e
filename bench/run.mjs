// npm run bench -- [-w REGEX] [-n RUNS] [-p PEER_REGEX] [--compare REV] [--write]
//
// Measures the workloads of workloads.mjs and prints medians: ours, and with -p the peers whose
// names match, interleaved run by run, pinned to one CPU. --compare measures this working tree
// against another revision instead. --write puts the tables of the groups that were measured whole into
// bench/README.md and README.md.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { comparison, listing, machine, versions, writeTables } from "./report.mjs";
import { serve } from "./serve.mjs";
import { buildPeers, checkout, home, Tree } from "./trees.mjs";
import { sides, workloads } from "./workloads.mjs";

const { values: options } = parseArgs({
  options: {
    workload: { type: "string", short: "w", default: "^[AB]/" },
    runs: { type: "string", short: "n", default: "5" },
    peers: { type: "string", short: "p" },
    compare: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const runs = Number(options.runs);
const rows = workloads.filter((row) => new RegExp(options.workload).test(row.title));
const titles = workloads.map(({ title }) => title);
const peer = options.peers === undefined ? undefined : new RegExp(options.peers);
const work = mkdtempSync(join(tmpdir(), "wo-bench-"));
const isOurs = (side) => /^wo\b/.test(side);

const found = new Map();
function have(command) {
  if (!found.has(command))
    found.set(
      command,
      command.startsWith("/") ? existsSync(command) : spawnSync("which", [command]).status === 0,
    );
  return found.get(command);
}

/** What one run said: the measurements, and the result of the program's work where it has one. */
async function once(row, side, command, tree) {
  if (row.load) {
    try {
      return { values: await serve(row, command, tree.peer("load"), sides[side].env) };
    } catch (error) {
      process.stderr.write(`${row.title}, ${side}: ${error.message}\n`);
      return { values: [] };
    }
  }
  const cpus = sides[side].cpus === "all" ? `0-${availableParallelism() - 1}` : "0";
  const since = performance.now();
  const done = spawnSync("taskset", ["-c", cpus, ...command], {
    encoding: "utf8",
    timeout: 300_000,
    env: {
      ...process.env,
      GOMAXPROCS: "1",
      WO_CACHE: join(work, "cache"),
      ...sides[side].env,
    },
  });
  const took = performance.now() - since;
  if (done.status !== 0) {
    process.stderr.write(`${command.join(" ")}\n${done.error ?? ""}${done.stderr}\n`);
    return { values: [] };
  }
  if (row.wall) return { values: [[took, row.unit]] };
  const lines = done.stdout
    .trim()
    .split("\n")
    .map((line) => line.split(/\s+/));
  if (row.unit === undefined) return { values: lines.map(([value, unit]) => [+value, unit]) };
  return { values: [[+lines[0][0], row.unit]], result: lines[0].slice(1).join(" ") };
}

/**
 * Runs every contender `runs` times, one after the other in every round, and answers their samples:
 * [{ title, unit, who, samples }]. A contender is { who, side, tree }.
 */
async function measure(row, contenders) {
  const measured = new Map();
  const results = new Map();
  const ready = contenders
    .map((one) => ({ ...one, command: commandOf(row, one) }))
    .filter(({ command }) => command !== undefined && have(command[0]));
  const warm = ready[0]?.tree.peer("warm");
  // The start of a process is a short row of large noise.
  const rounds = row.wall ? 5 * runs : runs;
  if (row.wall) for (const { side, command } of ready) await once(row, side, command);
  for (let round = 0; round < rounds; round++) {
    for (const { who, side, command, tree } of round % 2 ? [...ready].reverse() : ready) {
      if (row.warm && existsSync(warm)) spawnSync("taskset", ["-c", "0", warm, "4"]);
      const { values, result } = await once(row, side, command, tree);
      for (const [value, unit] of values) {
        const key = `${unit}\t${who}`;
        if (!measured.has(key)) measured.set(key, { title: row.title, unit, who, samples: [] });
        measured.get(key).samples.push(value);
      }
      if (result !== undefined && (isOurs(side) || side.endsWith("-same")))
        results.set(result, who);
    }
  }
  if (results.size > 1)
    process.stderr.write(`${row.title}: results differ: ${JSON.stringify([...results])}\n`);
  const order = (one) => ready.findIndex(({ who }) => who === one.who);
  return [...measured.values()].sort((a, b) =>
    a.unit === b.unit ? order(a) - order(b) : a.unit < b.unit ? -1 : 1,
  );
}

function commandOf(row, { side, tree }) {
  try {
    return sides[side].command(row, tree);
  } catch (error) {
    process.stderr.write(`${row.title}, ${side}: ${error.message}\n`);
    return undefined;
  }
}

const needsAddon = rows.some((row) => row.sides.some((side) => /^wo-c/.test(side)));

async function table() {
  const tree = await Tree.build(home, join(work, "this"));
  if (peer !== undefined || rows.some((row) => row.load)) buildPeers();
  const all = [];
  const seen = new Set();
  process.stdout.write(`${machine()}\n`);
  for (const row of rows) {
    const chosen = row.sides.filter((side) => isOurs(side) || peer?.test(side));
    for (const side of chosen) seen.add(side);
    all.push(
      ...(await measure(
        row,
        chosen.map((side) => ({ who: side.replace(/-same$/, ""), side, tree })),
      )),
    );
    process.stderr.write(`${row.title}\n`);
  }
  process.stdout.write(`${versions(seen)}\n\n${listing(all)}`);
  if (options.write) writeTables(all, `${machine()}\n${versions(seen)}`, titles);
}

async function compare(revision) {
  const other = checkout(revision);
  try {
    const base = await Tree.build(other.root, join(work, "base"), { addon: needsAddon });
    const tree = await Tree.build(home, join(work, "this"));
    const head = execFileSync("git", ["describe", "--always", "--dirty"], {
      cwd: home,
      encoding: "utf8",
    }).trim();
    process.stdout.write(`${machine()}\n${head} against ${other.commit.slice(0, 7)}\n\n`);
    const all = [];
    for (const row of rows) {
      for (const side of row.sides.filter(isOurs)) {
        const title = side === "wo" ? row.title : `${row.title} ${side}`;
        const pair = [
          { who: "base", side, tree: base },
          { who: "this", side, tree },
        ];
        all.push(...(await measure({ ...row, title }, pair)));
        process.stderr.write(`${title}\n`);
      }
    }
    process.stdout.write(comparison(all));
  } finally {
    other.remove();
  }
}

try {
  if (options.compare === undefined) await table();
  else await compare(options.compare);
} finally {
  rmSync(work, { recursive: true, force: true });
}
