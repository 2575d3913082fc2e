// console.log of objects: line breaks by width, depth, keys, accessors, prototypes, classes
console.log(
  { a: 1, b: "two", c: [3], d: { e: 4 } },
  { a: { b: { c: { d: 1 } } } },
  { a: { b: { c: {} } } },
  { a: { b: { c: [] } } },
);
console.log({
  name: "a fairly long name",
  value: "a fairly long value",
  other: "something else",
  n: 12345,
});
console.log({ aaaaaaaaaaaaaaa: 1, bbbbbbbbbbbbbbb: 2, ccccccccccccccc: 3, ddddddd: 4, e: 5 });
console.log({
  f() {},
  g: () => 1,
  h: function named() {},
  k: class {},
  l: class L extends Map {},
  m: Math.max,
});
console.log({
  get a() {
    return 1;
  },
  set a(v) {},
  get b() {
    return 2;
  },
  set c(v: number) {},
});
class Point {
  x = 1;
  y = 2;
}
class Empty {}
class Derived extends Point {
  z = { deep: new Empty() };
}
console.log(
  new Point(),
  new Empty(),
  new Derived(),
  [new Point()],
  { p: new Point() },
  Object.create(null),
  Object.create(Point.prototype),
  Object.create({ a: 1 }),
);
console.log(
  Object.assign(Object.create(null), { a: 1 }),
  Object.assign(Object.create({ constructor: { name: "Fake" } }), { b: 1 }),
  new (class {
    v = 1;
  })(),
);
class Custom {
  get [Symbol.toStringTag]() {
    return "Label";
  }
  v = 1;
}
console.log(
  new Custom(),
  { [Symbol("k")]: 1, [Symbol()]: 2 },
  { undefined: undefined, null: null },
);
const cyclic: any = { name: "c", list: [] };
cyclic.self = cyclic;
cyclic.list.push(cyclic, { back: cyclic });
console.log(cyclic);
const a: any = { n: "a" };
const b: any = { n: "b", a };
a.b = b;
console.log(a, [a]);
console.log(
  { level1: { level2: { level3: { level4: 1 } }, list: [[[[1]]]] } },
  { s: { s: { s: { s: 1 } } }, m: new Map([["k", { a: { b: {} } }]]) },
);
console.log(
  { long: "x".repeat(80) },
  { list: Array.from({ length: 20 }, (_, i) => i), text: "t" },
  { a: [{ b: [{ c: [{ d: 1 }] }] }] },
);
console.log(
  Object("s"),
  Object(5),
  Object(true),
  Object(Symbol("b")),
  Object.assign(Object("ab"), { x: 1 }),
  new String(""),
  [Object(1)],
);
console.log(Object.defineProperty({ v: 1 }, "hidden", { value: 2 }), Object.freeze({ f: 1 }), {
  "key with space": { "nested-key": 1 },
});
console.log(
  { a: "multi\nline", b: ["x\ny"] },
  { fn: Object.assign(() => 1, { prop: 1 }), cls: Object.assign(class Z {}, { stat: 2 }) },
);
console.log(JSON, Math, { Math }, Object.keys(Array.from({ length: 3 }, () => 1)));
