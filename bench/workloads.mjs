// What the benchmark measures: one row a workload, and how each side runs it.
//
// To add a workload: write bench/programs/NAME.ts, whose exported main() runs the kernel that
// `args[0]` names, and add a row (or a call of `same`) to `workloads` below.
//   title    GROUP/KERNEL, what -w matches and the table shows
//   program  the file in bench/programs
//   args     what the program gets; the kernel's name unless said otherwise
//   unit     the program prints "VALUE RESULT", the value in this unit, and sides that run the same
//            source must print the same RESULT. Without it: lines of "VALUE UNIT", one a measurement
//   sides    names of `sides` that can run it; those whose program is missing are left out
//   warm     touch memory before each run (bench/peers/c/warm.c): for rows that count page faults
//   wall     measure the process from outside, start and end included
//   load     the program is a server: what is let loose on it (serve.mjs), from `connections`
// "node-same" and "node-jitless-same" run the program itself in Node with its types erased;
// wo-fiber/std has `args` and `time.monotonic` there, and nothing else.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const peers = join(fileURLToPath(import.meta.url), "..", "peers");
const nodeConc = (kind, row) => [
  "node",
  "--expose-gc",
  "--max-old-space-size=12000",
  join(peers, "node/conc.js"),
  kind,
  ...row.args,
];

/** Everything but wo on its own is pinned to one CPU; a side with `cpus: "all"` is not. */
export const sides = {
  wo: { command: (row, at) => [at.woRun, at.image(row.program), ...row.args] },
  // Adds how long the program stood still for its collections.
  "wo-pauses": {
    command: (row, at) => [at.woRun, "--gc-stats", at.image(row.program), ...row.args],
  },
  "wo-shards": {
    cpus: "all",
    command: (row, at) => [
      at.woRun,
      "--shards",
      String(Math.min(16, availableParallelism())),
      at.image(row.program),
      ...row.args,
    ],
  },
  "wo-uring": { env: { WO_IO: "uring" }, command: (row, at) => sides.wo.command(row, at) },
  "wo-epoll": { env: { WO_IO: "epoll" }, command: (row, at) => sides.wo.command(row, at) },
  "wo-cached": { command: (row, at) => ["node", at.cli, "run", at.source(row.program)] },
  "wo-compiled": {
    command: (row, at) => ["node", at.cli, "run", at.source(row.program)],
    env: { WO_CACHE: "off" },
  },
  luajit: { command: (row) => ["luajit", join(peers, "lua/interp.lua"), ...row.args] },
  "luajit-joff": {
    command: (row) => ["luajit", "-joff", join(peers, `lua/${row.program}.lua`), ...row.args],
  },
  node: {
    command: (row) => [
      "node",
      join(peers, `node/${row.load ? "server" : "interp"}.js`),
      ...row.args,
    ],
  },
  "node-jitless": {
    command: (row) => ["node", "--jitless", join(peers, "node/interp.js"), ...row.args],
  },
  "node-same": { command: (row, at) => ["node", at.script(row.program), ...row.args] },
  "node-jitless-same": {
    command: (row, at) => ["node", "--jitless", at.script(row.program), ...row.args],
  },
  "node-e": { command: () => ["node", "-e", "0"] },
  "node-async": { command: (row) => nodeConc("async", row) },
  "node-gen": { command: (row) => nodeConc("gen", row) },
  go: { command: (row, at) => [at.peer("go_peers"), ...row.args] },
  c: { command: (row, at) => [at.peer("c_interp"), ...row.args] },
  "c-epoll": { command: (row, at) => [at.peer("echo"), "epoll", ...row.args] },
  "c-uring": { command: (row, at) => [at.peer("echo"), "uring", ...row.args] },
  "c-uring-ms": { command: (row, at) => [at.peer("echo"), "uring-ms", ...row.args] },
};

const interpreters = ["wo", "luajit-joff", "node-jitless", "luajit", "node", "go", "c"];
const schedulers = ["wo", "wo-shards", "go", "node-async", "node-gen", "luajit-joff"];
const without = (list, ...names) => list.filter((name) => !names.includes(name));

const kernel = (program, group, name, more) => ({
  title: `${group}/${name}`,
  program,
  args: [name],
  ...more,
});

/** Kernels of one program that Node runs from the same source. */
const same = (program, names) =>
  names.map((name) =>
    kernel(program, program, name, {
      unit: "ms",
      sides: ["wo", "node-jitless-same", "node-same"],
    }),
  );

/** Kernels that print "VALUE UNIT" lines and that only we can run. */
const own = (program, names, list = ["wo"]) =>
  names.map((name) => kernel(program, program, name, { sides: list }));

const interp = (name, more = {}) =>
  kernel("interp", "A", name, { unit: "ms", sides: interpreters, ...more });
const conc = (name, more = {}) => kernel("conc", "B", name, { sides: schedulers, ...more });
const server = (name, load, connections, list) =>
  kernel("serve", "C", name, {
    args: [load === "hello" ? load : "echo"],
    load,
    connections,
    sides: list,
  });
const planes = ["wo-uring", "wo-epoll"];
const echoes = [...planes, "c-epoll", "c-uring", "c-uring-ms", "go", "node"];
const channels = { sides: without(schedulers, "luajit-joff") };

export const workloads = [
  interp("fib"),
  interp("loop"),
  interp("nbody"),
  interp("mandel"),
  interp("sieve"),
  interp("words", { sides: without(interpreters, "c") }),
  interp("trees", { warm: true }),

  conc("spawn"),
  conc("parked", { warm: true }),
  conc("yield2"),
  conc("yield10k"),
  conc("pingpong", channels),
  conc("bufchan", channels),
  conc("daisy", channels),
  conc("select8", { sides: without(schedulers, "luajit-joff", "node-gen") }),

  conc("timers", { warm: true, sides: [...planes, "go"] }),

  server("echo50", "echo", 50, echoes),
  server("echo1000", "echo", 1000, echoes),
  server("hello", "hello", 64, [...planes, "go", "node"]),
  server("idle10k", "idle", 10000, echoes),

  ...same(
    "methods",
    (
      "poly inherit accessors folds compose literals instances guarded throwing thrown patterns " +
      "spread"
    ).split(" "),
  ),
  ...same(
    "text",
    (
      "append template join split slice scan chars search replace pad letters compare numerals " +
      "mapText mapBuilt mapInt mapObject mapChurn mapWalk sets dict dictBuilt " +
      "queue arrays sort sortText parse stringify"
    ).split(" "),
  ),
  kernel("heap", "heap", "steady", { args: ["steady", "1000"], sides: ["wo-pauses"] }),
  kernel("heap", "heap", "many", { args: ["many", "100000"], sides: ["wo-pauses"] }),
  ...own("growth", ["spawn", "switch", "message", "own", "used"], ["wo", "wo-shards"]).map(
    (row) => ({
      ...row,
      warm: true,
    }),
  ),

  {
    title: "D/start",
    program: "empty",
    args: [],
    unit: "ms",
    wall: true,
    sides: ["wo-cached", "wo-compiled", "node-e"],
  },
];
