import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "../harness/programs.ts";

interface Measured {
  readonly title: string;
  readonly unit: string;
  readonly who: string;
  readonly samples: number[];
}
interface Report {
  median(samples: number[]): number;
  summary(all: Measured[]): Map<string, string>;
  withTables(text: string, made: Map<string, string>, where: string, order: string[]): string;
  comparison(all: Measured[]): string;
}
const report = (await import(pathToFileURL(join(root, "bench/report.mjs")).href)) as Report;
const one = (title: string, who: string, samples: number[]): Measured => ({
  title,
  unit: "ms",
  who,
  samples,
});

test("the median of an even number of runs is between the two in the middle", () => {
  expect(report.median([9, 1, 2])).toBe(2);
  expect(report.median([4, 1, 2, 9])).toBe(3);
});

test("two revisions are compared by the ratios of runs that were neighbours", () => {
  // The machine was twice as slow in the second round: the ratio does not notice.
  const text = report.comparison([
    one("A/x", "base", [100, 200, 100]),
    one("A/x", "this", [50, 100, 55]),
  ]);
  expect(text.split("\n")[2]).toBe("| A/x | ms | 100.0 | 55.00 | 0.500 | 0.500 to 0.550 |");
});

test("the summary has a table a group and leaves out what was not measured", () => {
  const tables = report.summary([
    one("A/x", "wo", [1]),
    one("A/x", "go", [2]),
    one("A/y", "wo", [3]),
    one("B/z", "wo", [4]),
  ]);
  expect([...tables]).toEqual([
    [
      "A",
      "| median | wo | go |\n| --- | --: | --: |\n| A/x, ms | 1.00 | 2.00 |\n| A/y, ms | 3.00 |  |\n",
    ],
    ["B", "| median | wo |\n| --- | --: |\n| B/z, ms | 4.00 |\n"],
  ]);
});

test("a run's tables replace those of its groups, and others keep the line that says where they were measured", () => {
  const write = (text: string, where: string, ...all: Measured[]): string =>
    report.withTables(text, report.summary(all), where, ["A", "B", "C"]);
  const empty = "above\n\n<!-- measurements -->\n<!-- end of measurements -->\n\nbelow\n";
  const first = write(
    empty,
    "here\nwith cc",
    one("C/x", "wo", [3]),
    one("A/x", "wo", [1]),
    one("D/x", "wo", [4]),
  );
  const table = (name: string, value: string): string =>
    `| median | wo |\n| --- | --: |\n| ${name}/x, ms | ${value} |\n`;
  expect(first).toBe(
    `above\n\n<!-- measurements -->\nhere\nwith cc\n\n${table("A", "1.00")}\n${table("C", "3.00")}<!-- end of measurements -->\n\nbelow\n`,
  );
  expect(write(first, "here\nwith cc", one("A/x", "wo", [1]))).toBe(first);
  expect(write(first, "there", one("B/x", "wo", [2]))).toBe(
    `above\n\n<!-- measurements -->\nhere\nwith cc\n\n${table("A", "1.00")}\nthere\n\n${table("B", "2.00")}\nhere\nwith cc\n\n${table("C", "3.00")}<!-- end of measurements -->\n\nbelow\n`,
  );
});
