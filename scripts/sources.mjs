// Reads native/sources.txt. As a program it prints paths from the project's root, one a line, for
// binding.gyp: node scripts/sources.mjs SECTION...
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Sources of one section, relative to native/. */
export function sources(section = "libwo") {
  const found = [];
  let current = "";
  for (const line of readFileSync(join(root, "native/sources.txt"), "utf8").split("\n")) {
    const text = line.replace(/#.*/, "").trim();
    const title = /^\[(\w+)\]$/.exec(text);
    if (title) current = title[1];
    else if (text !== "" && current === section) found.push(text);
  }
  if (found.length === 0) throw new Error(`native/sources.txt has no section [${section}]`);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const section of process.argv.slice(2)) {
    for (const source of sources(section)) process.stdout.write(`native/${source}\n`);
  }
}
