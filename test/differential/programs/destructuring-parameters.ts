// Patterns as parameters of every kind of function
class Box {
  w: number;
  h: number;
  constructor({ w = 1, h = w }: { w?: number; h?: number } = {}) {
    Object.assign(this, { w, h });
    this.w = w;
    this.h = h;
  }
  set size([w, h]: [number, number]) {
    this.w = w;
    this.h = h;
  }
  scale({ by, only: [first = "w", ...others] = [] as string[] }: { by: number; only?: string[] }) {
    for (const key of [first, ...others]) (this as any)[key] *= by;
    return this;
  }
}
const box = new Box({ w: 2 });
box.scale({ by: 3, only: ["h"] }).scale({ by: 10 });
console.log(box, new Box(), (() => ((box.size = [7, 8]), box))());
const arrow = (
  { a, b: { c } = { c: "dc" } }: any,
  [x, , y]: any[] = [1, 2, 3],
  ...[z, ...more]: any[]
) => [a, c, x, y, z, more];
console.log(arrow({ a: 1 }), arrow({ a: 1, b: { c: 2 } }, "pqr" as any, "s", "t", "u"));
console.log(
  arrow.length,
  (({ a }: any, b: any, [c]: any) => 0).length,
  ((...[a, b]: any[]) => a + b)(1, 2),
);
const people = [
  { name: "ann", address: { city: "rome" }, langs: ["it", "en"] },
  { name: "bob", address: {}, langs: [] },
] as any[];
console.log(
  people.map(
    ({ name, address: { city = "?" }, langs: [main = "none"] }) => `${name} ${city} ${main}`,
  ),
);
console.log(
  Object.entries({ a: 1, b: 2 }).map(([k, v]) => k + v),
  [[3, 4]].reduce((s, [a, b]) => s + a * b, 0),
);
const closures = (({ n }: { n: number }) => ({ inc: () => ++n, get: () => n }))({ n: 5 });
closures.inc();
console.log(closures.get());
for (const bad of [undefined, null]) {
  for (const f of [({ a }: any) => a, ([a]: any) => a, ({ a: { b } }: any) => b]) {
    try {
      console.log(f(bad));
    } catch (error: any) {
      console.log(error.name, error.message);
    }
  }
}
