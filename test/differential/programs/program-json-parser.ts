// A JSON parser and pretty printer written by hand, checked against JSON
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
class Parser {
  #at = 0;
  constructor(readonly text: string) {}
  static parse(text: string): Json {
    const p = new Parser(text);
    const value = p.#value();
    p.#space();
    if (p.#at < text.length) p.#fail("extra text");
    return value;
  }
  #fail(why: string): never {
    throw new SyntaxError(`${why} at ${this.#at}`);
  }
  #space() {
    while (" \n\t\r".includes(this.text[this.#at] ?? "x")) this.#at++;
  }
  #take(token: string) {
    this.#space();
    if (!this.text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }
  #value(): Json {
    if (this.#take("null")) return null;
    if (this.#take("true")) return true;
    if (this.#take("false")) return false;
    if (this.#take("[")) return this.#list("]", () => this.#value());
    if (this.#take("{")) {
      const entries = this.#list("}", () => {
        this.#space();
        const key = this.#string();
        if (!this.#take(":")) this.#fail("expected ':'");
        return [key, this.#value()] as const;
      });
      return Object.fromEntries(entries);
    }
    return this.text[this.#at] === '"' ? this.#string() : this.#number();
  }
  #list<T>(close: string, item: () => T): T[] {
    const items: T[] = [];
    if (this.#take(close)) return items;
    do items.push(item());
    while (this.#take(","));
    if (!this.#take(close)) this.#fail(`expected '${close}'`);
    return items;
  }
  #string(): string {
    if (this.text[this.#at] !== '"') this.#fail("expected a string");
    let out = "";
    for (this.#at++; ; this.#at++) {
      const c = this.text[this.#at];
      if (c === undefined) this.#fail("unterminated string");
      if (c === '"') break;
      if (c !== "\\") {
        out += c;
        continue;
      }
      const escape = this.text[++this.#at];
      if (escape === "u") {
        out += String.fromCharCode(parseInt(this.text.slice(this.#at + 1, this.#at + 5), 16));
        this.#at += 4;
      } else
        out +=
          ({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" } as Record<string, string>)[escape] ??
          escape;
    }
    this.#at++;
    return out;
  }
  #number(): number {
    const from = this.#at;
    while ("+-0123456789.eE".includes(this.text[this.#at] ?? "x")) this.#at++;
    const text = this.text.slice(from, this.#at);
    if (text === "" || Number.isNaN(Number(text))) this.#fail("expected a value");
    return Number(text);
  }
}
function pretty(value: Json, indent = ""): string {
  if (value === null || typeof value !== "object")
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((v) => pretty(v, inner))
    : Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}: ${pretty(v, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return parts.length === 0
    ? open + close
    : `${open}\n${parts.map((p) => inner + p).join(",\n")}\n${indent}${close}`;
}
const text =
  ' {"a": [1, -2.5e3, {"b": null}], "s": "q\\"\\u0041\\n\\ud83d\\ude00", "t": true, "e": [], "o": {}} ';
const value = Parser.parse(text);
console.log(
  JSON.stringify(value) === JSON.stringify(JSON.parse(text)),
  pretty(value) === JSON.stringify(value, null, 2),
);
console.log(pretty(value));
for (const bad of ["", "[1", "[1,]", '{"a" 1}', '"x', "nul", "[1] 2", "{1:2}"]) {
  try {
    console.log(Parser.parse(bad));
  } catch (error: any) {
    console.log(JSON.stringify(bad), error.name, error.message);
  }
}
