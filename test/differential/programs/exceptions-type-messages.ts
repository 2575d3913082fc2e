// Messages of TypeErrors and their kin, as programs see them in e.message
const u: any = undefined;
const n: any = null;
const o: any = { a: { b: 1 }, list: [1], f: 5, nothing: null };
const attempts: (() => unknown)[] = [
  () => u.x,
  () => n.x,
  () => u[0],
  () => n["some key"],
  () => (u.x = 1),
  () => (n[1] = 1),
  () => o.missing.x,
  () => o.a.b.c.d,
  () => o.nothing.y,
  () => o["a"].z.w,
  () => u(),
  () => o.f(),
  () => o.missing(),
  () => o.a.b(),
  () => o.list[0](),
  () => o.list.at(0)(),
  () => (() => 1)()(),
  () => o["f"](),
  () => o[Symbol("k")](),
  () => new u(),
  () => new o.f(),
  () => new (o.a as any)(),
  () => [...u],
  () => [...(5 as any)],
  () => [...o],
  () => Math.max(...o),
  () => new Map([1] as any),
  () => new Set(5 as any),
  () => {
    const { x } = n;
    return x;
  },
  () => {
    const [x] = o;
    return x;
  },
  () => {
    for (const x of o.a) return x;
  },
  () => {
    for (const x of u) return x;
  },
  () => "x" in (5 as any),
  () => o instanceof o,
  () => Symbol() + "",
  () => +Symbol(),
  () => new (Symbol as any)(),
  () => (Map as any)(),
  () => Object.defineProperty(1 as any, "x", {}),
  () => Object.setPrototypeOf({}, 5 as any),
  () => Object.create(5 as any),
  () => Object.fromEntries(5 as any),
  () => Object.keys(u),
  () => [].reduce((a) => a),
  () => [1].map(5 as any),
  () => [1].forEach({} as any),
  () => [1, 2].sort("x" as any),
  () => {
    "use strict";
    ("abc" as any).length = 1;
  },
  () => {
    ("abc" as any)[0] = "x";
  },
  () => {
    (5 as any).x = 1;
  },
  () => {
    Object.freeze(o.list).push(2);
  },
  () => Object.defineProperty(Object.freeze({}), "x", { value: 1 }),
  () => Function.prototype.call.call(5),
  () => JSON.stringify(((c: any) => (c.c = c))({})).length,
];
for (const attempt of attempts) {
  try {
    console.log("returned", attempt());
  } catch (error: any) {
    console.log(`${error.name}: ${error.message.split("\n")[0]}`);
  }
}
