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

const groupOf = (title) => title.replace(/\/.*/, "");

/** Medians, one workload a line and one side a column: a table for each group of workloads. */
export function summary(all) {
  const groups = new Map();
  for (const one of all) {
    const group = groupOf(one.title);
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  return new Map([...groups].map(([group, its]) => [group, groupTable(its)]));
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

const inReadme = ["A", "B", "D"];
const block = /(<!-- measurements -->\n)[\s\S]*?(<!-- end of measurements -->)/;

/** The groups of `order` in `text`, as withTables puts them there. */
function readGroups(text, order) {
  const found = new Map();
  let where = "";
  for (const part of (block.exec(text)?.[0] ?? "").split("\n\n")) {
    const group = /^\| (\w+)\//m.exec(part)?.[1];
    if (group === undefined) where = part.replace(/^<!-- measurements -->\n/, "");
    else if (order.includes(group))
      found.set(group, { where, table: part.replace(/\n?<!-- end of measurements -->$/, "\n") });
  }
  return found;
}

/**
 * `text` with the tables of `made` between its markers, and those of other groups that were there;
 * each under the line that says where it was measured, in the order of `order`.
 */
export function withTables(text, made, where, order) {
  const before = readGroups(text, order);
  const parts = [];
  let last;
  for (const group of order) {
    const one = made.has(group) ? { where, table: made.get(group) } : before.get(group);
    if (one === undefined) continue;
    if (one.where !== last) parts.push(one.where);
    parts.push(one.table.trimEnd());
    last = one.where;
  }
  return text.replace(block, (_, start, end) => `${start}${parts.join("\n\n")}\n${end}`);
}

/**
 * Puts the tables into bench/README.md and some of them into README.md: those of groups of which every
 * workload of `titles` was measured. What lacks some is left as it was: a table is of one run.
 */
export function writeTables(all, where, titles) {
  const measured = new Set(all.map(({ title }) => title));
  const made = summary(all);
  for (const group of made.keys()) {
    const lacking = titles.filter((title) => groupOf(title) === group && !measured.has(title));
    if (lacking.length === 0) continue;
    made.delete(group);
    process.stderr.write(`${group} is not written without ${lacking.join(", ")}\n`);
  }
  const order = [...new Set(titles.map(groupOf))];
  for (const [name, shown] of [
    ["bench/README.md", order],
    ["README.md", order.filter((group) => inReadme.includes(group))],
  ]) {
    const path = join(home, name);
    const old = readFileSync(path, "utf8");
    const text = withTables(old, made, where, shown);
    if (text !== old) writeFileSync(path, text);
  }
}
