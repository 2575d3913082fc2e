// Objects that take different roads to the same contents, deletes, many properties
const a: any = {};
a.x = 1;
a.y = 2;
const b: any = {};
b.y = 2;
b.x = 1;
const c: any = { x: 1, y: 2 };
delete c.x;
c.x = 1;
const read = (o: any) => o.x * 10 + o.y;
console.log(
  [a, b, c].map(read),
  [a, b, c].map((o) => Object.keys(o).join()),
);
const kinds = [
  { x: 1, y: 1 },
  { y: 2, x: 2 },
  { x: 3, y: 3, z: 3 },
  Object.create({ x: 4 }, { y: { value: 4 } }),
  new (class {
    x = 5;
    get y() {
      return 5;
    }
  })(),
  { x: 6, y: 6, 0: 0 },
];
let sum = 0;
for (let round = 0; round < 100; round++) for (const o of kinds) sum += read(o);
console.log(sum, kinds.map(read));
const big: any = {};
for (let i = 0; i < 500; i++) big[`key${i}`] = i;
for (let i = 0; i < 500; i += 3) delete big[`key${i}`];
for (let i = 0; i < 30; i++) big[`key${i}`] ??= -i;
console.log(
  Object.keys(big).length,
  big.key0,
  big.key1,
  big.key3,
  big.key33,
  Object.keys(big).slice(0, 4),
  Object.keys(big).at(-1),
);
const wide: any = {};
for (let i = 0; i < 100; i++) wide[`f${i}`] = i;
let total = 0;
for (const k in wide) total += wide[k];
console.log(total, wide.f99, Object.values(wide).length);
class Grows {
  a = 1;
  [key: string]: any;
  add(name: string, value: unknown) {
    this[name] = value;
    return this;
  }
}
const g1 = new Grows().add("p", 1).add("q", 2);
const g2 = new Grows().add("q", 3).add("p", 4);
console.log(g1.p + g2.p, g1.q + g2.q, g1, g2);
function toggles(o: any) {
  for (let i = 0; i < 20; i++) {
    o.tmp = i;
    if (i % 2) delete o.tmp;
  }
  return "tmp" in o;
}
console.log(toggles({}), toggles({ a: 1 }), toggles(g1));
const accessors: any = {};
for (const name of ["u", "v"])
  Object.defineProperty(accessors, name, { get: () => name.toUpperCase(), enumerable: true });
accessors.w = "data";
console.log(accessors.u + accessors.v + accessors.w, accessors);
const proto: any = { shared: 1 };
const heirs = [Object.create(proto), Object.create(proto)];
console.log(
  heirs.map((h) => h.shared),
  (proto.shared = 2),
  heirs.map((h) => h.shared),
  (heirs[0].shared = 3),
  heirs.map((h) => h.shared),
  delete heirs[0].shared,
  heirs.map((h) => h.shared),
);
proto.added = "later";
console.log(
  heirs.map((h) => h.added),
  delete proto.shared,
  heirs.map((h) => h.shared),
);
