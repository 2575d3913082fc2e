// Map and Set
const m = new Map<any, any>([
  ["a", 1],
  [1, "one"],
  [NaN, "nan"],
  [null, "null"],
]);
console.log(
  m.get("a"),
  m.get(1),
  m.get("1"),
  m.get(NaN),
  m.has(undefined),
  m.size,
  m.set("z", 26) === m,
  m.delete("a"),
  m.delete("a"),
  [...m.keys()],
  [...m.values()],
  [...m.entries()].length,
  m,
);
m.set(0, "zero");
console.log(m.get(-0), Object.is([...m.keys()].at(-1), 0));
m.set(-0, "neg");
console.log(m.get(0), m.size);
const k1 = {},
  k2 = {};
m.set(k1, 1).set(k2, 2);
console.log(m.get(k1), m.get(k2), m.get({}));
m.forEach((v, k, mm) => {
  if (k === 1) console.log(v, k, mm === m, m.size);
});
const seen: any[] = [];
const live = new Map([
  [1, "a"],
  [2, "b"],
  [3, "c"],
]);
for (const [k] of live) {
  seen.push(k);
  if (k === 1) {
    live.delete(2);
    live.set(4, "d");
  }
  if (k === 4 && live.size < 5) live.set(5, "e");
}
console.log(seen, live);
const s = new Set([1, 2, 2, 3, "1"]);
console.log(
  s.size,
  s.has(2),
  s.add(4) === s,
  s.delete(1),
  [...s],
  s,
  [...s.entries()][0],
  new Set("hello"),
  new Set(null),
  new Map(undefined),
);
s.clear();
console.log(s, s.size);
const big = new Map<number, number>();
for (let i = 0; i < 5000; i++) big.set(i * 7, i);
for (let i = 0; i < 5000; i += 2) big.delete(i * 7);
let t = 0;
for (const [k, v] of big) t += k + v;
console.log(big.size, t, big.get(7), big.get(14));
const it = big.keys();
it.next();
console.log(it.next(), typeof it[Symbol.iterator], it.toString());
const bs = new Map<string, number>();
for (let i = 0; i < 1000; i++) {
  const w = "w" + (i % 37);
  bs.set(w, (bs.get(w) ?? 0) + 1);
}
console.log([...bs].slice(0, 3), bs.size);
console.log(
  new Map([[{ a: 1 }, [1, 2]]]),
  new Set([[1], { b: 2 }]),
  new Map([["nested", new Map([["x", new Set([1])]])]]),
);
const d = new Set<number>([1, 2, 3]);
for (const x of d) {
  if (x < 10) d.add(x + 10);
  d.delete(x);
}
console.log(d);
try {
  new Map([1 as any]);
} catch (e: any) {
  console.log(e.name, e.message);
}
try {
  new Set(5 as any);
} catch (e: any) {
  console.log(e.name, e.message);
}
try {
  (Map.prototype.get as any).call({}, 1);
} catch (e: any) {
  console.log(e.name, e.message);
}
