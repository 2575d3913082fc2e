// Reads the tables of the core (native/src/*.def) and writes what other languages need of them:
//
//   lib/compiler/tables.gen.ts     opcodes, operand kinds, the builtin table, the tables hash
//   native/src/tables_hash.gen.h   the same hash and the table sizes, checked by image.c
//   lib/errors.gen.ts              error classes and codes
//   docs/bytecode.md, docs/errors.md
//
// `--check` writes nothing and exits 1 when a file differs from what would be written. The hash is
// computed here only, so the compiler and the core agree by construction; it covers everything that
// changes the meaning of an image: order, operand kinds and flags of the instructions, order, ids,
// owners, keys and constant values of the builtins.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

class TableError extends Error {}

const fail = (row, text) => {
  throw new TableError(`${row.file}:${row.line}: ${text}`);
};

// --- reading a .def file ---

// Splits a table into rows { macro, args, line, file, section } and its comments. Strings keep
// their quotes off; adjacent strings are one. `rows.head` is the comment before the first row.
function readTable(path) {
  const text = readFileSync(join(root, path), "utf8");
  const rows = [];
  const head = [];
  let section = "";
  let at = 0;
  let line = 1;
  const where = () => ({ file: path, line });
  const skipComment = () => {
    const end = text.indexOf("\n", at);
    const comment = text.slice(at + 2, end < 0 ? text.length : end);
    const title = /^ --- (.*?) ---$/.exec(comment);
    if (title) section = title[1];
    else if (rows.length === 0 && section === "") head.push(comment.replace(/^ /, ""));
    at = end < 0 ? text.length : end;
  };
  const skipBlank = () => {
    for (;;) {
      const c = text[at];
      if (c === "\n") {
        line++;
        at++;
      } else if (c === " " || c === "\t" || c === "\r") at++;
      else if (text.startsWith("//", at)) skipComment();
      else return;
    }
  };
  const readString = () => {
    let value = "";
    while (text[at] === '"') {
      const end = /"(?:[^"\\\n]|\\.)*"/y;
      end.lastIndex = at;
      const match = end.exec(text);
      if (!match) fail(where(), "a string does not end");
      value += JSON.parse(match[0]);
      at += match[0].length;
      skipBlank();
    }
    return value;
  };
  const readArgument = () => {
    skipBlank();
    if (text[at] === '"') return readString();
    let value = "";
    let depth = 0;
    for (;;) {
      skipBlank();
      const c = text[at];
      if (c === undefined) fail(where(), "a row does not end");
      if (depth === 0 && (c === "," || c === ")")) return value.trim();
      if (c === "(") depth++;
      if (c === ")") depth--;
      value += c;
      at++;
    }
  };
  for (skipBlank(); at < text.length; skipBlank()) {
    const name = /[A-Z][A-Z0-9_]*(?=\s*\()/y;
    name.lastIndex = at;
    const match = name.exec(text);
    if (!match) fail(where(), `expected a row, found ${JSON.stringify(text.slice(at, at + 20))}`);
    const row = { macro: match[0], args: [], file: path, line, section };
    at = text.indexOf("(", at);
    do {
      at++;
      row.args.push(readArgument());
    } while (text[at] === ",");
    at++;
    rows.push(row);
  }
  return { rows, head };
}

// --- instructions ---

const OPERANDS = {
  _: "none",
  DST: "dst",
  SRC: "src",
  USE: "use",
  RUN: "run",
  BASE: "base",
  IMM: "imm",
  COUNT: "count",
  CAP: "cap",
  S8: "s8",
  K8: "k8",
  K16: "k16",
  S16: "s16",
  U16: "u16",
  F16: "f16",
  T16: "t16",
  M16: "m16",
  G16: "g16",
  J16: "j16",
};
const WIDE = new Set(["K16", "S16", "U16", "F16", "T16", "M16", "G16", "J16"]);
const EXTRAS = { _: "none", JUMP: "jump", NAME: "name", BITS: "bits" };
const FLAGS = {
  T: "throws",
  P: "parks",
  A: "allocates",
  C: "calls",
  J: "jumps",
  L: "loops",
  E: "ends",
};

function readOps() {
  const { rows, head } = readTable("native/src/ops.def");
  const names = new Set();
  const ops = rows.map((row, code) => {
    if (row.macro !== "WO_OP" || row.args.length !== 7) fail(row, "expected WO_OP with 7 operands");
    const [name, a, b, c, x, flags, text] = row.args;
    if (names.has(name)) fail(row, `${name} appears twice`);
    names.add(name);
    for (const kind of [a, b, c])
      if (!(kind in OPERANDS)) fail(row, `unknown operand kind ${kind}`);
    if (!(x in EXTRAS)) fail(row, `unknown kind ${x} of the second word`);
    if (WIDE.has(a) || WIDE.has(c)) fail(row, "16-bit operands belong in column B");
    if (WIDE.has(b) && c !== "_") fail(row, "a 16-bit operand covers column C");
    const known = flags === "0" ? "" : flags;
    for (const flag of known) if (!(flag in FLAGS)) fail(row, `unknown flag ${flag}`);
    return { code, name, a, b, c, x, flags: known, text, section: row.section };
  });
  if (ops.length > 256) throw new TableError("more than 256 instructions");
  return { ops, head };
}

// --- the builtin table ---

const ROW_SIZES = {
  WO_OBJECT_VALUE: 3,
  WO_CLASS_VALUE: 8,
  WO_ERROR_CLASS: 4,
  WO_FN: 7,
  WO_FIBER_FN: 6,
  WO_ALIAS: 3,
  WO_GETTER: 4,
  WO_NUMBER: 3,
  WO_TEXT: 3,
  WO_SYMBOL_VALUE: 2,
};
const C_NUMBERS = {
  NAN: NaN,
  INFINITY: Infinity,
  "-INFINITY": -Infinity,
  DBL_MAX: Number.MAX_VALUE,
  DBL_EPSILON: Number.EPSILON,
};
// Owners that are no objects: prefixes of the paths that their keys make. NONE makes no path.
const SCOPES = { GLOBAL: "", STD: "std.", LIBRARY: "library.", INTRINSIC: "intrinsic." };

function numberOf(row, text) {
  if (text in C_NUMBERS) return C_NUMBERS[text];
  const value = Number(text.replace(/^\((.*)\)$/, "$1"));
  if (Number.isNaN(value)) fail(row, `${text} is not a number this script can read`);
  return value;
}

// Answers the entries that have an index, in order, and every member of every owner.
function readBuiltins() {
  const { rows } = readTable("native/src/builtins.def");
  const entries = []; // { index, id, path, owner, key, kind, signature, code }
  const byId = new Map();
  const members = []; // { row, owner, key, kind, id | value }
  const add = (row, entry) => {
    if (byId.has(entry.id)) fail(row, `${entry.id} appears twice`);
    entry.index = entries.length;
    entries.push(entry);
    byId.set(entry.id, entry);
  };
  const addClass = (row, id, path, rest) => {
    add(row, { id, path, kind: "class", ...rest });
    add(row, { id: `${id}_prototype`, path: `${path}.prototype`, kind: "prototype", of: id });
    members.push({ row, owner: id, key: "prototype", kind: "value", id: `${id}_prototype` });
  };
  for (const row of rows) {
    const size = ROW_SIZES[row.macro];
    if (size === undefined) fail(row, `unknown row ${row.macro}`);
    if (row.args.length !== size) fail(row, `${row.macro} has ${size} operands`);
    const [first, second, third] = row.args;
    if (row.macro === "WO_OBJECT_VALUE") {
      add(row, { id: first, path: second, kind: "object", signature: "" });
    } else if (row.macro === "WO_CLASS_VALUE") {
      addClass(row, first, second, { parent: row.args[6], signature: row.args[7] });
    } else if (row.macro === "WO_ERROR_CLASS") {
      addClass(row, first, second, { parent: row.args[3], code: third, signature: "" });
    } else if (row.macro === "WO_FN" || row.macro === "WO_FIBER_FN") {
      add(row, {
        id: third,
        owner: first,
        key: second,
        kind: "function",
        signature: row.args.at(-1),
      });
      members.push({ row, owner: first, key: second, kind: "value", id: third });
    } else if (row.macro === "WO_GETTER") {
      add(row, { id: third, owner: first, key: second, kind: "getter", signature: "" });
      members.push({ row, owner: first, key: second, kind: "getter", id: third });
    } else if (row.macro === "WO_ALIAS") {
      members.push({ row, owner: first, key: second, kind: "value", id: third });
    } else if (row.macro === "WO_NUMBER") {
      members.push({ row, owner: first, key: second, kind: "number", value: numberOf(row, third) });
    } else if (row.macro === "WO_TEXT") {
      members.push({ row, owner: first, key: second, kind: "text", value: third });
    } else {
      add(row, { id: first, owner: "Symbol", key: second, kind: "symbol", signature: "symbol" });
      members.push({ row, owner: "Symbol", key: second, kind: "value", id: first });
    }
  }
  if (entries.length > 65536) throw new TableError("more than 65536 builtins");
  return { entries, byId, members };
}

// Paths of everything the compiler can name, and the members of each owner by its path.
function resolveBuiltins({ entries, byId, members }) {
  const paths = new Map();
  const owners = new Map(); // owner path -> Map key -> member
  const put = (row, path, member) => {
    if (paths.has(path)) fail(row, `${path} appears twice`);
    paths.set(path, member);
  };
  // A function that owns members (select.now) has a path as objects do.
  const owning = new Set(members.map((member) => member.owner));
  for (const entry of entries) {
    if (entry.kind !== "function" || !(entry.owner in SCOPES) || !owning.has(entry.id)) continue;
    entry.path = SCOPES[entry.owner] + entry.key;
  }
  for (const entry of entries) {
    if (entry.path === undefined || entry.path === "" || entry.kind === "prototype") continue;
    if (entry.kind === "function") continue;
    put({ file: "builtins.def", line: 0 }, entry.path, { kind: "value", entry });
  }
  for (const entry of entries) {
    if (entry.path === undefined) continue;
    const name = entry.path === "" ? entry.id : entry.path;
    owners.set(name, new Map());
  }
  for (const member of members) {
    const { row, owner, key } = member;
    const entry = member.id === undefined ? undefined : byId.get(member.id);
    if (member.value === undefined && entry === undefined) fail(row, `no builtin ${member.id}`);
    const value = { kind: member.kind, entry, value: member.value };
    if (owner in SCOPES) {
      put(row, SCOPES[owner] + key, value);
      continue;
    }
    if (owner === "NONE") continue;
    const holder = byId.get(owner);
    if (holder === undefined) {
      // Symbols come first in the table; where Symbol itself is not there yet nothing names them.
      if (owner === "Symbol") continue;
      fail(row, `no owner ${owner}; declare it, or use GLOBAL, STD, LIBRARY, INTRINSIC or NONE`);
    }
    if (holder.path === undefined) fail(row, `owner ${owner} is no object or class`);
    const name = holder.path === "" ? holder.id : holder.path;
    const own = owners.get(name);
    if (own.has(key)) fail(row, `${name} has ${key} twice`);
    own.set(key, value);
    if (holder.kind !== "prototype" && holder.path !== "" && !key.startsWith("@@")) {
      put(row, `${holder.path}.${key}`, value);
    }
  }
  // An object the table lists no members of is filled at run time (args, env): any member may be there.
  for (const entry of entries) {
    if (entry.kind === "object" && owners.get(entry.path)?.size === 0) owners.delete(entry.path);
  }
  for (const entry of entries) {
    if (entry.parent === undefined || entry.parent === "NONE") continue;
    if (byId.get(entry.parent)?.kind !== "class") {
      throw new TableError(`builtins.def: ${entry.id}: no parent class ${entry.parent}`);
    }
  }
  return { paths, owners };
}

// --- errors ---

function readErrors(entries) {
  const { rows } = readTable("native/src/errors.def");
  const errors = rows.map((row) => {
    if (row.macro !== "WO_ERROR" || row.args.length !== 3)
      fail(row, "expected WO_ERROR with 3 operands");
    const [name, code, text] = row.args;
    if (!/^ERR_WO(_[A-Z]+)*$/.test(code)) fail(row, `${code} is no error code`);
    return { name, code, text };
  });
  for (const entry of entries) {
    if (!entry.code) continue;
    const error = errors.find((e) => e.name === entry.id);
    if (error?.code !== entry.code) {
      throw new TableError(
        `builtins.def: ${entry.id} has code ${entry.code}, errors.def ${error?.code}`,
      );
    }
  }
  return errors;
}

// --- hash ---

function hashTables(ops, { entries, members }) {
  const lines = [];
  for (const op of ops) {
    lines.push(
      `op ${op.code} ${op.name} ${op.a} ${op.b} ${op.c} ${op.x} ${[...op.flags].sort().join("")}`,
    );
  }
  for (const entry of entries)
    lines.push(`builtin ${entry.index} ${entry.kind} ${entry.id} ${entry.path ?? ""}`);
  for (const m of members) {
    lines.push(
      `member ${m.owner} ${m.key} ${m.kind} ${m.id ?? (Object.is(m.value, -0) ? "-0" : m.value)}`,
    );
  }
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(`${lines.join("\n")}\n`, "utf8")) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return `0x${hash.toString(16).padStart(16, "0")}`;
}

// --- writing ---

const GENERATED = "Generated by scripts/gen-tables.mjs from native/src/*.def. Do not edit.";
const quote = (text) => JSON.stringify(text);

function numberText(value) {
  if (Number.isNaN(value)) return "Number.NaN";
  if (value === Infinity) return "Number.POSITIVE_INFINITY";
  if (value === -Infinity) return "Number.NEGATIVE_INFINITY";
  return Object.is(value, -0) ? "-0" : String(value);
}

function memberText({ kind, entry, value }) {
  if (kind === "number") return `{ kind: "number", value: ${numberText(value)} }`;
  if (kind === "text") return `{ kind: "text", value: ${quote(value)} }`;
  const index = `index: ${entry.index}`;
  if (kind === "getter") return `{ kind: "getter", ${index} }`;
  return `{ kind: "value", ${index}, what: ${quote(entry.kind)}, signature: ${quote(entry.signature ?? "")} }`;
}

function opText(op) {
  const flags = Object.entries(FLAGS).map(([flag, name]) => `${name}: ${op.flags.includes(flag)}`);
  return [
    `  { code: ${op.code}, name: ${quote(op.name)}, a: "${OPERANDS[op.a]}", b: "${OPERANDS[op.b]}",`,
    `    c: "${OPERANDS[op.c]}", x: "${EXTRAS[op.x]}", ${flags.slice(0, 3).join(", ")},`,
    `    ${flags.slice(3).join(", ")} },`,
  ].join("\n");
}

/** Names of the types that lib/std/index.d.ts exports. */
function stdTypes() {
  const text = readFileSync(join(root, "lib/std/index.d.ts"), "utf8");
  return Array.from(text.matchAll(/^export (?:interface|type) (\w+)/gm), (match) => match[1]);
}

function writeTypeScript(ops, builtins, resolved, hash) {
  const union = (names) => [...new Set(Object.values(names))].map(quote).join(" | ");
  const members = [...resolved.owners].map(([path, own]) => {
    const rows = [...own].map(([key, member]) => `    [${quote(key)}, ${memberText(member)}],`);
    const entry = builtins.entries.find((e) => (e.path === "" ? e.id : e.path) === path);
    const parent =
      entry.parent && entry.parent !== "NONE" ? builtins.byId.get(entry.parent).path : "";
    const of = entry.of === undefined ? undefined : builtins.byId.get(entry.of);
    const above =
      of?.parent && of.parent !== "NONE"
        ? `${builtins.byId.get(of.parent).path}.prototype`
        : parent;
    const list =
      rows.length === 0
        ? "new Map()"
        : `new Map<string, BuiltinMember>([\n${rows.join("\n")}\n  ])`;
    return `  [${quote(path)}, { index: ${entry.index}, parent: ${quote(above)}, members: ${list} }],`;
  });
  return `// ${GENERATED}

/** Hash of the instruction set and the builtin table; an image carries it. */
export const tablesHash = ${hash}n;

/** Kinds of the operands A, B and C; native/src/ops.def explains each. */
export type OperandKind =
  | ${union(OPERANDS).replaceAll(" | ", "\n  | ")};

/** Kinds of the second word. */
export type ExtraKind = ${union(EXTRAS)};

export interface OpInfo {
  readonly code: number;
  readonly name: OpName;
  readonly a: OperandKind;
  /** A 16-bit kind covers C too. */
  readonly b: OperandKind;
  readonly c: OperandKind;
  readonly x: ExtraKind;
  readonly throws: boolean;
  readonly parks: boolean;
  readonly allocates: boolean;
  /** User code may run before it finishes. */
  readonly calls: boolean;
  readonly jumps: boolean;
  /** Jumps backward and counts a reduction. */
  readonly loops: boolean;
  /** Never falls through. */
  readonly ends: boolean;
}

/** Opcode numbers. */
export const Op = {
${ops.map((op) => `  /** ${op.text} */\n  ${op.name}: ${op.code},`).join("\n")}
} as const;

export type OpName = keyof typeof Op;

/** By opcode number. */
export const ops: readonly OpInfo[] = [
${ops.map(opText).join("\n")}
];

/** Indices of the builtin table (LOADG) by id. */
export const Builtin = {
${builtins.entries.map((e) => `  ${e.id}: ${e.index},`).join("\n")}
} as const;

export type BuiltinId = keyof typeof Builtin;

export type BuiltinMember =
  /** LOADG of \`index\` answers it. \`signature\` is its TypeScript type where the table gives one. */
  | {
      readonly kind: "value";
      readonly index: number;
      readonly what: "object" | "class" | "prototype" | "function" | "symbol";
      readonly signature: string;
    }
  /** A constant: may be folded. */
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  /** An accessor: only a property access of the owner reads it. */
  | { readonly kind: "getter"; readonly index: number };

/**
 * What a static path names: globals ("Math", "parseInt", "NaN"), exports of wo-fiber/std
 * ("std.spawn"), members of both ("Math.sqrt", "std.fs.readText", "Symbol.iterator"), what only the
 * package's libraries import ("library.scanHead"), and what only the prelude may name
 * ("intrinsic.writeError").
 */
export const builtinPaths: ReadonlyMap<string, BuiltinMember> = new Map<string, BuiltinMember>([
${[...resolved.paths].map(([path, member]) => `  [${quote(path)}, ${memberText(member)}],`).join("\n")}
]);

/** What wo-fiber/std exports only as a type. */
export const stdTypes: ReadonlySet<string> = new Set([${stdTypes().map(quote).join(", ")}]);

export interface BuiltinOwner {
  readonly index: number;
  /** Path of the owner it inherits members from; "" none beyond Object and Function. */
  readonly parent: string;
  /** By key; well-known symbols are "@@iterator" etc. */
  readonly members: ReadonlyMap<string, BuiltinMember>;
}

/** Library objects, classes and prototypes ("Array.prototype") with all members they have. */
export const builtinOwners: ReadonlyMap<string, BuiltinOwner> = new Map<string, BuiltinOwner>([
${members.join("\n")}
]);
`;
}

function writeHeader(ops, builtins, hash) {
  return `// ${GENERATED}
#ifndef WO_TABLES_HASH_GEN_H
#define WO_TABLES_HASH_GEN_H

#define WO_TABLES_HASH ${hash}ull
#define WO_TABLES_OP_COUNT ${ops.length}
#define WO_TABLES_BUILTIN_COUNT ${builtins.entries.length}

#endif
`;
}

function writeBytecode(ops, head) {
  const cell = (text) => text.replaceAll("|", "\\|");
  const sections = new Map();
  for (const op of ops) {
    if (!sections.has(op.section)) sections.set(op.section, []);
    sections.get(op.section).push(op);
  }
  const tables = [...sections].map(([title, list]) => {
    const rows = list.map((op) => {
      const operands = [op.a, op.b, op.c, op.x].map((kind) => (kind === "_" ? "" : kind));
      return `| ${op.code} | \`${op.name}\` | ${operands.join(" | ")} | ${op.flags} | ${cell(op.text)} |`;
    });
    return [
      `## ${title[0].toUpperCase()}${title.slice(1)}`,
      "",
      "| code | name | A | B | C | X | flags | |",
      "| ---: | --- | --- | --- | --- | --- | --- | --- |",
      ...rows,
      "",
    ].join("\n");
  });
  return `<!-- ${GENERATED} -->
# Bytecode

${ops.length} instructions. The head of \`native/src/ops.def\`, which is the source of this page:

\`\`\`text
${head.join("\n").trim()}
\`\`\`

${tables.join("\n")}`;
}

function writeErrorsTypeScript(errors) {
  const rows = errors.map(
    (e) =>
      `  {\n    name: ${quote(e.name)},\n    code: ${quote(e.code)},\n    text: ${quote(e.text)},\n  },`,
  );
  return `// ${GENERATED}

/** Every error a program or host can meet: its class, its stable code, when and what to do. */
export const errorTable = [
${rows.join("\n")}
] as const;

export type ErrorName = (typeof errorTable)[number]["name"];
export type ErrorCode = (typeof errorTable)[number]["code"];
`;
}

function writeErrorsPage(errors) {
  const rows = errors.map((e) => `| \`${e.name}\` | \`${e.code}\` | ${e.text} |`);
  return `<!-- ${GENERATED} -->
# Errors

Every class below extends \`WoError\`, which extends \`Error\`. The \`code\` is stable; test it rather than
the message.

| class | code | when, and what to do |
| --- | --- | --- |
${rows.join("\n")}
`;
}

function main() {
  const { ops, head } = readOps();
  const builtins = readBuiltins();
  const resolved = resolveBuiltins(builtins);
  const errors = readErrors(builtins.entries);
  const hash = hashTables(ops, builtins);
  const files = {
    "lib/compiler/tables.gen.ts": writeTypeScript(ops, builtins, resolved, hash),
    "native/src/tables_hash.gen.h": writeHeader(ops, builtins, hash),
    "docs/bytecode.md": writeBytecode(ops, head),
    "lib/errors.gen.ts": writeErrorsTypeScript(errors),
    "docs/errors.md": writeErrorsPage(errors),
  };
  const check = process.argv.includes("--check");
  let stale = 0;
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, path);
    let old = "";
    try {
      old = readFileSync(full, "utf8");
    } catch (error) {
      if (error.code !== "ENOENT") throw error;
    }
    if (old === text) continue;
    if (check) {
      console.error(`${path} is stale; run node scripts/gen-tables.mjs`);
      stale = 1;
      continue;
    }
    // Renamed into place, so that a build running beside never reads half a file.
    writeFileSync(`${full}.${process.pid}`, text);
    renameSync(`${full}.${process.pid}`, full);
    console.log(`wrote ${path}`);
  }
  return stale;
}

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof TableError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
