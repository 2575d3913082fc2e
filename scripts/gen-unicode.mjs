// Writes native/src/builtins/unicode.gen.h: the properties of characters that the string library
// and console need, taken from the Node that runs this script, so that both agree: case mappings,
// the two properties that decide a final sigma, columns on a terminal, the order of Latin-1 text.
// `--check` writes nothing and exits 1 when the file differs; the file names the Unicode version,
// and a Node with another one is not compared.
//
// Cost: some 16 KB of constants. Nothing at start-up; a lookup is one binary search.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const path = join(dirname(fileURLToPath(import.meta.url)), "../native/src/builtins/unicode.gen.h");

function* points() {
  for (let c = 0; c < 0x110000; c++) if (c < 0xd800 || c > 0xdfff) yield c;
}

// [point, mapped points] of everything that changes.
function mapping(convert) {
  const list = [];
  for (const c of points()) {
    const text = String.fromCodePoint(c);
    const mapped = convert(text);
    if (mapped !== text) list.push([c, [...mapped].map((s) => s.codePointAt(0))]);
  }
  return list;
}

// Runs of points that move by one distance, every one or every second.
function caseRanges(list) {
  const ranges = [];
  for (const [c, mapped] of list) {
    if (mapped.length !== 1) continue;
    const delta = mapped[0] - c;
    const last = ranges.at(-1);
    const step = last === undefined ? 0 : c - last.end;
    const fits = last?.delta === delta && (last.step === 0 ? step <= 2 : step === last.step);
    if (fits) Object.assign(last, { end: c, step });
    else ranges.push({ start: c, end: c, step: 0, delta });
  }
  const hex = (n) => `0x${n.toString(16)}`;
  return ranges.map((r) => `{${hex(r.start)}, ${hex(r.end)}, ${r.step || 1}, ${r.delta}}`);
}

function special(list) {
  return list
    .filter(([, mapped]) => mapped.length > 1)
    .map(([c, mapped]) => {
      const padded = [...mapped, 0, 0].slice(0, 3).map((m) => `0x${m.toString(16)}`);
      return `{0x${c.toString(16)}, {${padded.join(", ")}}}`;
    });
}

function propertyRanges(test) {
  const ranges = [];
  let open = -1;
  for (let c = 0; c <= 0x110000; c++) {
    const has = c < 0x110000 && test(c);
    if (has && open < 0) open = c;
    if (!has && open >= 0) {
      ranges.push(`{0x${open.toString(16)}, 0x${(c - 1).toString(16)}}`);
      open = -1;
    }
  }
  return ranges;
}

// Columns of every point as Node's own inspect counts them.
function widths() {
  const script = `
    const { getStringWidth } = require("internal/util/inspect");
    const out = Buffer.alloc(0x110000);
    for (let c = 0; c < 0x110000; c++) {
      out[c] = c >= 0xd800 && c < 0xe000 ? 1 : getStringWidth(String.fromCodePoint(c));
    }
    process.stdout.write(out);`;
  const options = { maxBuffer: 1 << 24, stdio: ["ignore", "pipe", "ignore"] };
  return execFileSync(process.execPath, ["--expose-internals", "-e", script], options);
}

// Latin-1 in the order of localeCompare: of each character its primary keys (two where it counts as
// two letters), then ranks that break ties by accent and by case.
function collation() {
  const collator = (sensitivity) => new Intl.Collator("en", { sensitivity });
  const base = collator("base");
  const accent = collator("accent");
  const full = collator("variant");
  const all = Array.from({ length: 256 }, (_, c) => String.fromCharCode(c));
  const doubled = new Map([
    ["\u00c6", "AE"],
    ["\u00e6", "ae"],
    ["\u00df", "ss"],
  ]);
  const single = all.filter((s) => !doubled.has(s)).sort((a, b) => base.compare(a, b));
  const rank = new Map();
  let primary = 0;
  let previous = "";
  for (const s of single) {
    // What is ignored altogether (control characters) has rank 0.
    if (base.compare(s, "") === 0) rank.set(s, 0);
    else {
      if (previous === "" || base.compare(previous, s) !== 0) primary++;
      rank.set(s, primary);
      previous = s;
    }
  }
  // Within one base letter (for digraphs among themselves), equal accents share a rank.
  const ranksWithin = (compare, group) => {
    const sorted = [...group].sort(compare);
    const ranks = new Map();
    let n = 0;
    sorted.forEach((s, i) => {
      if (i > 0 && compare(sorted[i - 1], s) !== 0) n++;
      ranks.set(s, n);
    });
    return ranks;
  };
  return all.map((s) => {
    const letters = doubled.get(s) ?? s;
    const keys = [...letters].map((letter) => rank.get(letter));
    const group = all.filter((other) => base.compare(other, s) === 0);
    const second = ranksWithin(accent.compare, group).get(s);
    const equal = group.filter((other) => accent.compare(other, s) === 0);
    const third = ranksWithin(full.compare, equal).get(s);
    return `{${keys[0]}, ${keys[1] ?? 0}, ${second}, ${third}}`;
  });
}

function table(type, name, rows) {
  const lines = [];
  let line = " ";
  for (const row of rows) {
    if (line.length + row.length + 2 > 100) {
      lines.push(line);
      line = " ";
    }
    line += ` ${row},`;
  }
  lines.push(line);
  return `static const ${type} ${name}[] = {\n${lines.join("\n")}\n};\n`;
}

function write() {
  const lower = mapping((s) => s.toLowerCase());
  const upper = mapping((s) => s.toUpperCase());
  const columns = widths();
  const property = (re) => propertyRanges((c) => re.test(String.fromCodePoint(c)));
  const version = process.versions.unicode;
  return `// Generated by scripts/gen-unicode.mjs from Unicode ${version}. Do not edit.
#ifndef WO_BUILTINS_UNICODE_GEN_H
#define WO_BUILTINS_UNICODE_GEN_H

#include <stdint.h>

typedef struct unicode_case {
  uint32_t start, end;  // every \`step\`-th point from start to end
  int32_t step, delta;  // maps to itself + delta
} unicode_case;
typedef struct unicode_special {
  uint32_t point;
  uint32_t mapped[3];  // 0 ends
} unicode_special;
typedef struct unicode_range {
  uint32_t start, end;
} unicode_range;
// Keys of one Latin-1 character: two letters (0: none), accent, case.
typedef struct unicode_order {
  uint8_t first, second, accent, variant;
} unicode_order;

${table("unicode_case", "unicode_lower", caseRanges(lower))}
${table("unicode_case", "unicode_upper", caseRanges(upper))}
${table("unicode_special", "unicode_lower_special", special(lower))}
${table("unicode_special", "unicode_upper_special", special(upper))}
${table("unicode_range", "unicode_cased", property(/^\p{Cased}$/u))}
${table("unicode_range", "unicode_case_ignorable", property(/^\p{Case_Ignorable}$/u))}
${table(
  "unicode_range",
  "unicode_zero_width",
  propertyRanges((c) => columns[c] === 0),
)}
${table(
  "unicode_range",
  "unicode_double_width",
  propertyRanges((c) => columns[c] === 2),
)}
${table("unicode_order", "unicode_latin1_order", collation())}
#endif
`;
}

const text = write();
const old = existsSync(path) ? readFileSync(path, "utf8") : "";
if (!process.argv.includes("--check")) {
  if (text !== old) writeFileSync(path, text);
} else if (text !== old) {
  const version = /from Unicode ([\d.]+)\./.exec(old)?.[1];
  if (version === process.versions.unicode) {
    console.error("native/src/builtins/unicode.gen.h is stale; run node scripts/gen-unicode.mjs");
    process.exit(1);
  }
}
