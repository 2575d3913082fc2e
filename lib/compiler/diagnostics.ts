/**
 * Everything the compiler can say about a program: one table of codes, messages and hints. Stages
 * add to one collection and go on; nothing is thrown for the user's program.
 */
import { positionOf } from "./parse.ts";

/** One finding. Line and column are 1-based; column and length count UTF-16 code units. */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly severity: "error" | "warning";
  /** The text of the line. */
  readonly source: string;
}

interface Rule {
  readonly code: string;
  /** `{name}` is replaced by the value of that name. */
  readonly message: string;
  readonly hint?: string;
  readonly severity?: "warning";
}

/**
 * 10xx syntax, 11xx constructs that are refused, 12xx names, 13xx modules, 14xx spawn, 15xx limits.
 */
export const rules = {
  syntax: { code: "WO1001", message: "{message}" },
  redeclared: {
    code: "WO1002",
    message: "'{name}' has already been declared",
    hint: "rename one of them; the first is at line {line}",
  },
  duplicateExport: {
    code: "WO1003",
    message: "'{name}' is exported twice",
    hint: "keep one of the exports",
  },

  async: {
    code: "WO1101",
    message: "'async' functions do not exist in fiber code",
    hint: "write an ordinary function: calls that wait park only the calling fiber",
  },
  await: {
    code: "WO1102",
    message: "'await' does not exist in fiber code",
    hint: "leave it out: calls that wait return their value",
  },
  promise: {
    code: "WO1103",
    message: "'Promise' does not exist in fiber code",
    hint: "use spawn.result(f) or a channel; both are received with recv()",
  },
  forAwait: {
    code: "WO1104",
    message: "'for await' does not exist in fiber code",
    hint: "use for...of: receiving from a channel waits by itself",
  },
  awaitUsing: {
    code: "WO1105",
    message: "'await using' does not exist in fiber code",
    hint: "use 'using' with [Symbol.dispose]",
  },
  dynamicImport: {
    code: "WO1106",
    message: "dynamic import() is refused: a program is compiled as a whole",
    hint: "use a static import at the top of the file",
  },
  importMeta: { code: "WO1107", message: "'import.meta' is not available in this version" },
  eval: { code: "WO1108", message: "'eval' is refused: a program is compiled as a whole" },
  newFunction: {
    code: "WO1109",
    message: "'Function' as a constructor is refused: a program is compiled as a whole",
    hint: "write the function where it is needed",
  },
  with: {
    code: "WO1110",
    message: "'with' is refused: modules are strict code",
    hint: "name the object at each use",
  },
  proxy: {
    code: "WO1111",
    message: "'Proxy' is refused: property access would run code of its own",
    hint: "use getters and setters, or functions",
  },
  arguments: {
    code: "WO1112",
    message: "'arguments' is not available in this version",
    hint: "declare a rest parameter: (...args)",
  },
  generator: {
    code: "WO1113",
    message: "generator functions are not available in this version",
    hint: "return an object with [Symbol.iterator], or spawn a producer that sends to a channel",
  },
  regex: {
    code: "WO1114",
    message: "regular expressions are not available in this version",
    hint: "use string methods such as split, indexOf and includes",
  },
  bigint: {
    code: "WO1115",
    message: "BigInt is not available in this version",
    hint: "use numbers; they are exact up to 2**53",
  },
  taggedTemplate: {
    code: "WO1116",
    message: "tagged templates are not available in this version",
    hint: "call the function with the strings and values",
  },
  decorator: {
    code: "WO1117",
    message: "decorators are not available",
    hint: "call the function on the class or value instead",
  },
  namespace: {
    code: "WO1118",
    message: "namespaces with values are refused",
    hint: "use a module of its own, or an object",
  },
  exportAssignment: {
    code: "WO1119",
    message: "'export =' is refused",
    hint: "use 'export default' or named exports",
  },
  importAssignment: {
    code: "WO1120",
    message: "'import x = ...' is refused",
    hint: "use an ES import",
  },
  superInArrow: {
    code: "WO1121",
    message: "super() inside an arrow function is not available in this version",
    hint: "call super() directly in the constructor",
  },
  accessorField: {
    code: "WO1122",
    message: "'accessor' fields are not available in this version",
    hint: "write a getter and a setter over a private field",
  },
  builtinMutation: {
    code: "WO1123",
    message: "'{path}' cannot be changed: the library is frozen and shared by all isolates",
    hint: "write a function instead",
  },
  importPhase: { code: "WO1124", message: "import phases are refused", hint: "use a plain import" },
  jsx: { code: "WO1125", message: "JSX is refused: '{specifier}'", hint: "use function calls" },
  enumInitializer: {
    code: "WO1126",
    message: "an enum member may not refer to '{name}', whose value is not known at compile time",
    hint: "compute the value in a const before the enum",
  },

  unknownName: { code: "WO1201", message: "'{name}' is not defined" },
  unavailable: { code: "WO1202", message: "'{name}' is not available in fiber code" },
  notYet: { code: "WO1203", message: "'{name}' is not available in this version" },
  unknownMember: { code: "WO1204", message: "'{owner}' has no member '{name}' here" },
  ambient: {
    code: "WO1205",
    message: "'{name}' is only declared, it has no value in fiber code",
    hint: "import it, or remove 'declare'",
  },
  typeAsValue: { code: "WO1206", message: "'{name}' is a type and cannot be used as a value" },
  assignBuiltin: {
    code: "WO1207",
    message: "'{name}' belongs to the library and cannot be assigned to",
    hint: "declare a variable of another name",
  },
  assignImport: {
    code: "WO1208",
    message: "'{name}' is an import and cannot be assigned to",
    hint: "export a function that assigns it in its own module",
  },
  assignConst: {
    code: "WO1209",
    message: "'{name}' is a constant: this assignment throws a TypeError when it runs",
    hint: "declare it with 'let'",
    severity: "warning",
  },
  namespaceUse: {
    code: "WO1210",
    message: "'{name}' is a module namespace: only '{name}.member' is possible",
    hint: "import the members that are needed by name",
  },

  moduleNotFound: { code: "WO1301", message: "module '{specifier}' was not found" },
  extension: {
    code: "WO1302",
    message: "relative imports name the file with its extension: '{specifier}'",
  },
  packageImport: {
    code: "WO1303",
    message: "package '{specifier}' cannot be imported: packages are not available in this version",
    hint: "import relative files, 'wo-fiber/std' and 'wo-fiber/http'",
  },
  nodeBuiltin: {
    code: "WO1304",
    message: "Node's '{specifier}' is not available in fiber code",
    hint: "see 'wo-fiber/std' for files, output, arguments and time",
  },
  jsonImport: {
    code: "WO1305",
    message: "JSON modules are not available in this version: '{specifier}'",
    hint: "read it with fs.readText and JSON.parse",
  },
  noExport: { code: "WO1306", message: "module '{specifier}' has no export '{name}'" },
  ambiguousExport: {
    code: "WO1307",
    message: "'{name}' is exported by more than one module that '{specifier}' re-exports",
    hint: "re-export it by name from one of them",
  },
  exportUnknown: {
    code: "WO1308",
    message: "'{name}' is exported but not declared in this module",
  },
  intrinsics: {
    code: "WO1309",
    message: "'{specifier}' is for the library itself",
    hint: "use 'wo-fiber/std'",
  },
  unreadable: { code: "WO1310", message: "cannot read '{path}': {reason}" },
  selfExport: {
    code: "WO1311",
    message: "the export '{name}' refers to itself through re-exports",
    hint: "declare it in one of the modules",
  },

  spawnReassigned: {
    code: "WO1401",
    message: "'{name}' is assigned after it is declared, so a spawned function cannot capture it",
  },
  spawnMethod: {
    code: "WO1402",
    message: "'{path}' loses its object when it is spawned",
    hint: "spawn an arrow function: spawn(() => {path}({dots}))",
  },

  tooDeep: {
    code: "WO1502",
    message: "the source is nested too deeply: the limit is {limit} levels",
    hint: "split it with variables and functions",
  },
  limit: {
    code: "WO1501",
    message: "{what}: the limit is {limit}",
    hint: "split the code into smaller functions",
  },
} as const;

export type RuleName = keyof typeof rules;

/** Where a diagnostic points: a file, and a range of offsets in it (a node is one). */
export interface SpanSource {
  readonly path: string;
  readonly text: string;
  readonly lineStarts: readonly number[];
}
export interface Span {
  readonly start: number;
  readonly end: number;
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

export class Diagnostics {
  readonly #list: Diagnostic[] = [];
  readonly #seen = new Set<string>();
  #errors = 0;

  /** True when at least one error was added: the program cannot be compiled. */
  get failed(): boolean {
    return this.#errors > 0;
  }

  /** Adds one; the same code at the same place is kept once. `hint` replaces the table's. */
  add(
    source: SpanSource,
    span: Span,
    name: RuleName,
    values: Readonly<Record<string, string>> = {},
    hint?: string,
  ): void {
    const rule: Rule = rules[name];
    const { line, column } = positionOf(source.lineStarts, span.start);
    const key = `${source.path}\0${span.start}\0${rule.code}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const from = source.lineStarts[line - 1] ?? 0;
    const text = source.text
      .slice(from, source.lineStarts[line])
      .replace(/[\r\n\u2028\u2029]+$/, "");
    const advice = hint ?? (rule.hint === undefined ? undefined : fill(rule.hint, values));
    const severity = rule.severity ?? "error";
    if (severity === "error") this.#errors++;
    this.#list.push({
      code: rule.code,
      message: fill(rule.message, values),
      ...(advice === undefined ? {} : { hint: advice }),
      file: source.path,
      line,
      column,
      length: Math.max(0, span.end - span.start),
      severity,
      source: text,
    });
  }

  /** All of them: files in the order they were first mentioned, each in source order. */
  list(): Diagnostic[] {
    const files = [...new Set(this.#list.map((one) => one.file))];
    return [...this.#list].sort(
      (a, b) =>
        files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
    );
  }
}

const widthMax = 160;

/**
 * One diagnostic as text: place, code and message; the source line; carets under the span; the
 * hint. A long line is cut around the span.
 */
export function renderDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, severity, code, message, hint } = diagnostic;
  const lines = [`${file}:${line}:${column} - ${severity} ${code}: ${message}`];
  let start = 0;
  if (diagnostic.source.length > widthMax) start = Math.max(0, column - 1 - widthMax / 2);
  const text = diagnostic.source.slice(start, start + widthMax);
  if (text.trim() !== "") {
    const before = text.slice(0, column - 1 - start);
    const under = text.slice(before.length, before.length + diagnostic.length);
    const pad = before.replace(/[\uDC00-\uDFFF]/g, "").replace(/[^\t]/g, " ");
    const carets = "^".repeat(Math.max(1, [...under].length));
    lines.push(`  ${text}`, `  ${pad}${carets}`);
  }
  if (hint !== undefined) lines.push(`  hint: ${hint}`);
  return lines.join("\n");
}

/** All as text, a blank line between two. */
export function renderDiagnostics(list: readonly Diagnostic[]): string {
  return list.map(renderDiagnostic).join("\n\n");
}

/** "did you mean 'x'?" for the nearest of some names; undefined when none is near. */
export function suggestion(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const one of names) {
    const distance = one.toLowerCase() === name.toLowerCase() ? 0 : editDistance(name, one, least);
    if (distance < least) {
      least = distance;
      best = one;
    }
  }
  return best === undefined ? undefined : `did you mean '${best}'?`;
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? limit) + 1 : limit;
      next.push(Math.min(replace, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? limit;
}
