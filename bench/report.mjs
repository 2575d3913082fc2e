// The tables of run.mjs, and the line that says where they were measured.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem } from "node:os";
import { join } from "node:path";
import { home } from "./trees.mjs";

const text = (x) => (x >= 1000 ? x.toFixed(0) : x >= 100 ? x.toFixed(1) : x.toFixed(2));

export function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

function markdown(head, lines) {
  const align = head.map((name, i) => (i === 0 || !name.startsWith(">") ? "---" : "--:"));
  const titles = head.map((name) => name.replace(/^>/, ""));
  return [titles, align, ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

export function machine() {
  const memory = Math.round(totalmem() / 2 ** 30);
  return (
    `${cpus()[0]?.model ?? process.arch}, ${availableParallelism()} CPUs, ${memory} GiB, ` +
    `Linux ${release()}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`
  );
}

const first = (command, ...args) => {
  const { stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  return (stdout || stderr || "").split("\n")[0].trim();
};

/** The versions of what the sides are built with or run by. */
export function versions(sides) {
  const all = [...sides];
  const known = [first("cc", "--version")];
  if (all.some((side) => side.startsWith("luajit")))
    known.push(first("luajit", "-v").split(" --")[0]);
  if (sides.has("go")) known.push(first("go", "version").replace("version ", ""));
  return known.filter(Boolean).join("; ");
}

/** Every measurement on a line of its own, as bench/peers/run.sh prints them. */
export function listing(all) {
  return markdown(
    ["workload", "peer", "unit", ">median", ">min", ">max", ">runs"],
    all.map(({ title, who, unit, samples }) => [
      title,
      who,
      unit,
      text(median(samples)),
      text(Math.min(...samples)),
      text(Math.max(...samples)),
      samples.length,
    ]),
  );
}

/** Medians, one workload a line and one side a column; a table for each group of workloads. */
export function summary(all) {
  const groups = new Map();
  for (const one of all) {
    const group = one.title.replace(/\/.*/, "");
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return [...groups.values()].map(groupTable).join("\n");
}

function groupTable(all) {
  const sides = [...new Set(all.map(({ who }) => who))];
  const lines = new Map();
  for (const { title, unit, who, samples } of all) {
    const key = `${title}, ${unit}`;
    if (!lines.has(key)) lines.set(key, new Map());
    lines.get(key).set(who, text(median(samples)));
  }
  return markdown(
    ["median", ...sides.map((side) => `>${side}`)],
    [...lines].map(([title, cells]) => [title, ...sides.map((side) => cells.get(side) ?? "")]),
  );
}

/** This tree against the base: the median of the ratios of runs that were neighbours, and its range. */
export function comparison(all) {
  const of = (who, one) =>
    all.find((x) => x.who === who && x.title === one.title && x.unit === one.unit);
  const lines = all
    .filter(({ who }) => who === "this")
    .flatMap((mine) => {
      const base = of("base", mine);
      if (base === undefined)
        return [[mine.title, mine.unit, "", text(median(mine.samples)), "", ""]];
      const ratios = mine.samples
        .slice(0, base.samples.length)
        .map((value, i) => value / base.samples[i]);
      return [
        [
          mine.title,
          mine.unit,
          text(median(base.samples)),
          text(median(mine.samples)),
          median(ratios).toFixed(3),
          `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`,
        ],
      ];
    });
  return markdown(["workload", "unit", ">base", ">this", ">ratio", ">range"], lines);
}

/** Replaces what is between the markers in bench/README.md and README.md. */
export function writeTables(table, where) {
  for (const name of ["bench/README.md", "README.md"]) {
    const path = join(home, name);
    const old = readFileSync(path, "utf8");
    const blocks = table.trimEnd().split("\n\n");
    const shown =
      name === "README.md" ? blocks.filter((block) => /^\| [ABD]\//m.test(block)) : blocks;
    const made = old.replace(
      /(<!-- measurements -->\n)[\s\S]*?(<!-- end of measurements -->)/,
      (_, start, end) => `${start}${where}\n\n${shown.join("\n\n")}\n${end}`,
    );
    if (made !== old) writeFileSync(path, made);
  }
}
