import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../harness/programs.ts";

const list = (section: string): string[] =>
  execFileSync(process.execPath, ["scripts/sources.mjs", section], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n")
    .sort();

function files(folder: string, ending: string): string[] {
  return (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .sort();
}

test("[N02] native/sources.txt names every source of the core and of the addon, once", () => {
  expect(list("libwo")).toEqual(files("native/src", ".c"));
  expect(list("addon")).toEqual(files("native/addon", ".cc"));
});

test("[N02] binding.gyp and CMakeLists.txt take their sources from that list and name none themselves", () => {
  const gyp = readFileSync(join(root, "binding.gyp"), "utf8");
  const cmake = readFileSync(join(root, "CMakeLists.txt"), "utf8");
  expect(gyp).toContain("scripts/sources.mjs libwo addon");
  expect(cmake).toContain("native/sources.txt");
  for (const text of [gyp, cmake]) expect(text).not.toMatch(/native\/(src|addon)\/\w+\.cc?\b/);
});
