// A tokenizer for a small language: positions, keywords, numbers, strings, comments, errors
type Kind = "number" | "string" | "name" | "keyword" | "operator" | "end";
interface Token {
  kind: Kind;
  text: string;
  line: number;
  column: number;
}
const keywords = new Set(["let", "if", "else", "while", "fn", "return"]);
const operators = [
  "===",
  "==",
  "=>",
  "<=",
  ">=",
  "&&",
  "||",
  "=",
  "+",
  "-",
  "*",
  "/",
  "<",
  ">",
  "(",
  ")",
  "{",
  "}",
  ",",
  ";",
];
const isDigit = (c: string) => c >= "0" && c <= "9";
const isLetter = (c: string) => (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || c === "_";

class Lexer {
  #at = 0;
  #line = 1;
  #start = 0;
  constructor(private readonly text: string) {}
  get #char() {
    return this.text[this.#at] ?? "";
  }
  #while(test: (c: string) => boolean) {
    const from = this.#at;
    while (this.#char !== "" && test(this.#char)) this.#at++;
    return this.text.slice(from, this.#at);
  }
  #skip() {
    for (;;) {
      if (this.#char === "\n") {
        this.#line++;
        this.#start = ++this.#at;
      } else if (this.#char === " " || this.#char === "\t") this.#at++;
      else if (this.text.startsWith("//", this.#at)) this.#while((c) => c !== "\n");
      else return;
    }
  }
  #string() {
    let value = "";
    for (this.#at++; this.#char !== '"'; this.#at++) {
      if (this.#char === "" || this.#char === "\n")
        throw new SyntaxError(`unterminated string at ${this.#line}`);
      if (this.#char === "\\") {
        this.#at++;
        value += ({ n: "\n", t: "\t" } as Record<string, string>)[this.#char] ?? this.#char;
      } else value += this.#char;
    }
    this.#at++;
    return value;
  }
  next(): Token {
    this.#skip();
    const place = { line: this.#line, column: this.#at - this.#start + 1 };
    const c = this.#char;
    if (c === "") return { kind: "end", text: "", ...place };
    if (isDigit(c)) {
      let text = this.#while(isDigit);
      if (this.#char === ".") {
        this.#at++;
        text += `.${this.#while(isDigit)}`;
      }
      return { kind: "number", text, ...place };
    }
    if (isLetter(c)) {
      const text = this.#while((d) => isLetter(d) || isDigit(d));
      return { kind: keywords.has(text) ? "keyword" : "name", text, ...place };
    }
    if (c === '"') return { kind: "string", text: this.#string(), ...place };
    const text = operators.find((op) => this.text.startsWith(op, this.#at));
    if (text === undefined)
      throw new SyntaxError(`unexpected '${c}' at ${place.line}:${place.column}`);
    this.#at += text.length;
    return { kind: "operator", text, ...place };
  }
  [Symbol.iterator]() {
    let ended = false;
    return {
      next: () => {
        if (ended) return { done: true as const, value: undefined };
        const value = this.next();
        ended = value.kind === "end";
        return { done: false as const, value };
      },
    };
  }
}
const source = `let x1 = 3.14; // pi
fn add(a, b) { return a + b; }
if (x1 >= 3 && x1 === y) "str\\n\\"q\\"" => while_`;
for (const { kind, text, line, column } of new Lexer(source))
  console.log(`${line}:${column}`.padEnd(6), kind.padEnd(9), JSON.stringify(text));
for (const bad of ['"open', "a ? b", "let\n  #"]) {
  try {
    console.log([...new Lexer(bad)].length);
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
