// Method chaining, getters that make new objects, immutable updates with classes
class Query {
  readonly #parts: ReadonlyMap<string, string>;
  private constructor(parts: ReadonlyMap<string, string>) {
    this.#parts = parts;
  }
  static from(table: string) {
    return new Query(new Map([["from", table]]));
  }
  #with(key: string, value: string) {
    return new Query(new Map([...this.#parts, [key, value]]));
  }
  select(...columns: string[]) {
    return this.#with("select", columns.join(", "));
  }
  where(condition: string) {
    const old = this.#parts.get("where");
    return this.#with("where", old === undefined ? condition : `${old} AND ${condition}`);
  }
  limit(n: number) {
    return this.#with("limit", String(n));
  }
  get count() {
    return this.select("count(*)");
  }
  toString() {
    const p = this.#parts;
    const clauses = [`SELECT ${p.get("select") ?? "*"}`, `FROM ${p.get("from")}`];
    if (p.has("where")) clauses.push(`WHERE ${p.get("where")}`);
    if (p.has("limit")) clauses.push(`LIMIT ${p.get("limit")}`);
    return clauses.join(" ");
  }
}
const base = Query.from("users").where("age > 18");
const named = base.select("id", "name").where("name != ''").limit(5);
console.log(`${base}`);
console.log(`${named}`);
console.log(`${base.count}`, `${named.count.limit(1)}`);
class Color {
  constructor(
    readonly r: number,
    readonly g: number,
    readonly b: number,
  ) {
    Object.freeze(this);
  }
  with(change: Partial<{ r: number; g: number; b: number }>) {
    const { r, g, b } = { ...this, ...change };
    return new Color(r, g, b);
  }
  get hex() {
    return "#" + [this.r, this.g, this.b].map((n) => n.toString(16).padStart(2, "0")).join("");
  }
}
const red = new Color(255, 0, 0);
const orange = red.with({ g: 165 });
console.log(red.hex, orange.hex, red === orange, orange);
try {
  (red as any).r = 1;
} catch (error: any) {
  console.log(error.name, error.message);
}
