// A spreadsheet with formulas, dependencies, recalculation and cycle detection
class Sheet {
  #formulas = new Map<string, string>();
  #values = new Map<string, number | string>();
  recalculated = 0;
  set(cell: string, text: string) {
    this.#formulas.set(cell, text);
    this.#values.clear();
    return this;
  }
  get(cell: string, path: string[] = []): number | string {
    const known = this.#values.get(cell);
    if (known !== undefined) return known;
    if (path.includes(cell)) throw new Error(`cycle ${[...path, cell].join(">")}`);
    const text = this.#formulas.get(cell) ?? "";
    let value: number | string;
    if (text.startsWith("=")) {
      this.recalculated++;
      value = this.#sum(text.slice(1), [...path, cell]);
    } else value = text === "" || Number.isNaN(Number(text)) ? text : Number(text);
    this.#values.set(cell, value);
    return value;
  }
  #sum(text: string, path: string[]): number {
    const terms: [number, string][] = [];
    let sign = 1;
    let start = 0;
    let depth = 0;
    for (let i = 0; i <= text.length; i++) {
      const c = text[i];
      if (c === "(") depth++;
      if (c === ")") depth--;
      if (i === text.length || (depth === 0 && (c === "+" || c === "-"))) {
        terms.push([sign, text.slice(start, i)]);
        sign = c === "-" ? -1 : 1;
        start = i + 1;
      }
    }
    return terms.reduce((total, [s, term]) => total + s * this.#product(term, path), 0);
  }
  #product(text: string, path: string[]): number {
    return text.includes("(")
      ? this.#atom(text, path)
      : text.split("*").reduce((p, factor) => p * this.#atom(factor, path), 1);
  }
  #atom(text: string, path: string[]): number {
    const t = text.trim();
    const open = t.indexOf("(");
    if (open > 0) {
      const values = t
        .slice(open + 1, -1)
        .split(",")
        .flatMap((arg) => (arg.includes(":") ? this.#range(arg, path) : [this.#sum(arg, path)]));
      const name = t.slice(0, open);
      if (name === "SUM") return values.reduce((a, b) => a + b, 0);
      if (name === "AVG") return values.reduce((a, b) => a + b, 0) / values.length;
      if (name === "MAX") return Math.max(...values);
      throw new Error(`unknown function ${name}`);
    }
    if (t !== "" && !Number.isNaN(Number(t))) return Number(t);
    const value = this.get(t, path);
    if (typeof value === "string" && value !== "") throw new TypeError(`${t} is text`);
    return Number(value);
  }
  #range(text: string, path: string[]) {
    const [from, to] = text
      .split(":")
      .map((c) => [c.trim().charCodeAt(0), Number(c.trim().slice(1))]);
    const out: number[] = [];
    for (let col = from[0]; col <= to[0]; col++)
      for (let row = from[1]; row <= to[1]; row++)
        out.push(this.#atom(String.fromCharCode(col) + row, path));
    return out;
  }
  show(columns: string, rows: number) {
    for (let row = 1; row <= rows; row++) {
      console.log(
        [...columns]
          .map((c) => {
            try {
              const value = this.get(c + row);
              return (
                typeof value === "number" ? String(Math.round(value * 100) / 100) : value
              ).padStart(8);
            } catch (error: any) {
              return "#ERR".padStart(8);
            }
          })
          .join("|"),
      );
    }
  }
}
const sheet = new Sheet().set("A1", "item").set("B1", "price").set("C1", "n");
sheet.set("A2", "tea").set("B2", "2.5").set("C2", "4").set("D2", "=B2*C2");
sheet.set("A3", "cake").set("B3", "3.75").set("C3", "2").set("D3", "=B3 * C3");
sheet
  .set("A4", "total")
  .set("D4", "=SUM(D2:D3)")
  .set("D5", "=D4-1+MAX(B2:B3,100)*1")
  .set("C5", "=AVG(B2:C3)");
sheet.show("ABCD", 5);
console.log(sheet.recalculated);
sheet.set("C2", "10");
console.log(sheet.get("D4"), sheet.get("D5"), sheet.recalculated);
sheet.set("B2", "=D4").set("E1", "=A2+1").set("E2", "=NOPE(1)").set("E3", "=Z9+1");
sheet.show("BDE", 4);
for (const cell of ["B2", "E1", "E2", "E3"]) {
  try {
    console.log(cell, sheet.get(cell));
  } catch (error: any) {
    console.log(cell, error.name, error.message);
  }
}
