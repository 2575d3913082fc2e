/**
 * How deeply a source is nested, told from its characters alone. The parser is native and
 * recursive: hostile nesting would overflow the stack of the process, so it is refused before
 * parsing.
 *
 * The answer is an upper bound: open brackets, plus, at each level, what may nest without brackets
 * since the last end of a statement or element (operators, prefix words, calls, type arguments).
 */

/** Half of what the parser bears on a stack of 8 MB (1000 nested function bodies). */
export const nestingMax = 1000;

/** Words that open a level without a bracket. */
const prefixes = new Set([
  "if",
  "else",
  "for",
  "while",
  "do",
  "with",
  "new",
  "typeof",
  "void",
  "delete",
  "await",
  "yield",
  "extends",
  "keyof",
  "unique",
  "readonly",
  "infer",
  "asserts",
  "is",
  "as",
  "satisfies",
  "in",
  "instanceof",
  "of",
  "class",
  "function",
  "async",
]);
/** Words that only begin statements: whatever came before has ended. */
const starters = new Set([
  "const",
  "let",
  "var",
  "import",
  "export",
  "return",
  "throw",
  "break",
  "continue",
  "switch",
  "try",
  "case",
  "default",
]);
/** Words that go on with what the line before began. */
const continuing = new Set([
  "else",
  "catch",
  "finally",
  "while",
  "in",
  "instanceof",
  "of",
  "as",
  "satisfies",
  "extends",
  "is",
  "implements",
  "from",
]);

type Token = "operand" | "head" | "operator" | "open" | "none";

interface Level {
  readonly opener: string;
  /** `(` after if, for, while, with: what follows its end is nested. */
  readonly head: boolean;
  pending: number;
  angles: number;
}

/** The offset at which a source is nested deeper than `max`; undefined when it never is. */
export function tooDeepAt(text: string, max: number = nestingMax): number | undefined {
  return new Scan(text, max).run();
}

class Scan {
  readonly #text: string;
  readonly #max: number;
  readonly #levels: Level[] = [];
  #level: Level = { opener: "", head: false, pending: 0, angles: 0 };
  #total = 0;
  #at = 0;
  #previous: Token = "none";
  #headWord = false;
  #newline = false;

  constructor(text: string, max: number) {
    this.#text = text;
    this.#max = max;
  }

  run(): number | undefined {
    while (this.#at < this.#text.length) {
      this.#step();
      if (this.#total > this.#max) return Math.min(this.#at, this.#text.length);
    }
    return undefined;
  }

  #step(): void {
    const c = this.#text[this.#at] ?? "";
    if (/\s/.test(c)) {
      if (c === "\n" || c === "\r") this.#newline = true;
      this.#at++;
    } else if (c === "/" && this.#skipComment()) {
      // Nothing: comments neither end nor begin anything.
    } else {
      this.#token(c);
      this.#newline = false;
    }
  }

  #token(c: string): void {
    if (/[\w$#\\]|[^\x00-\x7f]/.test(c)) return this.#word();
    switch (c) {
      case '"':
      case "'":
        this.#skipPast(new RegExp(`(?:[^${c}\\\\\\n]|\\\\[\\s\\S])*`, "y"), 1);
        return this.#operand();
      case "`":
        this.#at++;
        return this.#template();
      case "(":
      case "[":
      case "{":
        return this.#open(c);
      case ")":
      case "]":
      case "}":
        return this.#close(c);
      case ";":
      case ",":
        this.#at++;
        if (c === ";") this.#endStatement();
        else this.#clear("pending");
        this.#previous = "operator";
        return;
      case "/":
        if (this.#previous !== "operand") {
          this.#skipPast(/\/(?:[^\\\n/[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*/y, 1);
          return this.#operand();
        }
    }
    this.#operator(c);
  }

  #skipPast(pattern: RegExp, more: number): void {
    pattern.lastIndex = this.#at + (pattern.source.startsWith("\\/") ? 0 : 1);
    const match = pattern.exec(this.#text);
    this.#at = (match === null ? this.#at + 1 : pattern.lastIndex) + more;
  }

  #skipComment(): boolean {
    const next = this.#text[this.#at + 1];
    if (next !== "/" && next !== "*") return false;
    const end =
      next === "/" ? this.#text.indexOf("\n", this.#at) : this.#text.indexOf("*/", this.#at + 2);
    this.#at = end < 0 ? this.#text.length : next === "/" ? end : end + 2;
    return true;
  }

  /** The text of a template up to its end or the next `${`. */
  #template(): void {
    const pattern = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
    pattern.lastIndex = this.#at;
    pattern.exec(this.#text);
    this.#at = Math.max(pattern.lastIndex, this.#at);
    if (this.#text[this.#at] === "$") {
      this.#at++;
      this.#open("${");
    } else {
      this.#at++;
      this.#operand();
    }
  }

  #word(): void {
    const pattern = /(?:[\w$#\\]|[^\x00-\x7f])+/y;
    pattern.lastIndex = this.#at;
    const word = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += Math.max(1, word.length);
    const newStatement = this.#newline && this.#previous === "operand" && !continuing.has(word);
    if (starters.has(word) || newStatement) this.#endStatement();
    this.#headWord = word === "if" || word === "for" || word === "while" || word === "with";
    if (prefixes.has(word)) {
      this.#add("pending", 1);
      this.#previous = "operator";
    } else if (starters.has(word)) this.#previous = "operator";
    else this.#previous = "operand";
  }

  #operand(): void {
    this.#previous = "operand";
    this.#headWord = false;
  }

  #operator(c: string): void {
    const run = /[-!~+]|[^\s\w$#\\()[\]{};,"'`/!~+\-\x80-\uffff]+|\//y;
    run.lastIndex = this.#at;
    const found = run.exec(this.#text)?.[0] ?? c;
    this.#at += found.length;
    if (found === "<") this.#add("angles", 1);
    else if (/^>+$/.test(found)) this.#add("angles", -Math.min(found.length, this.#level.angles));
    this.#add("pending", 1);
    this.#previous = "operator";
    this.#headWord = false;
  }

  #open(opener: string): void {
    // A call, an index, an array type: the chain before it is one longer.
    if (this.#previous === "operand" && opener !== "{") this.#add("pending", 1);
    this.#levels.push(this.#level);
    this.#level = { opener, head: this.#headWord && opener === "(", pending: 0, angles: 0 };
    this.#total++;
    this.#at += 1;
    this.#previous = "open";
    this.#headWord = false;
  }

  #close(c: string): void {
    this.#at++;
    const outer = this.#levels.pop();
    if (outer === undefined) return;
    this.#total -= 1 + this.#level.pending + this.#level.angles;
    const { opener, head } = this.#level;
    this.#level = outer;
    this.#previous = head ? "head" : "operand";
    if (c === "}" && opener === "${") this.#template();
  }

  #endStatement(): void {
    this.#clear("pending");
    this.#clear("angles");
  }

  #add(what: "pending" | "angles", count: number): void {
    this.#level[what] += count;
    this.#total += count;
  }

  #clear(what: "pending" | "angles"): void {
    this.#add(what, -this.#level[what]);
  }
}
