// Sets: constructors, forEach, entries, order, subclass-free algebra, conversions
const set = new Set("mississippi");
console.log(
  set,
  set.size,
  [...set].join(""),
  new Set([3, 1, 3, 2]),
  new Set(),
  new Set(null as any),
  new Set(new Map([[1, 2]])),
  new Set([undefined]),
);
const log: unknown[] = [];
set.forEach(
  function (this: any, value, key, s) {
    log.push([value, key, s === set, this.tag]);
  },
  { tag: "t" },
);
console.log(
  log,
  [...set.entries()][0],
  [...set.keys()].length,
  set.keys === set.values,
  Set.prototype[Symbol.iterator] === Set.prototype.values,
);
console.log(
  set.has("m"),
  set.delete("m"),
  set.has("m"),
  set.add("m").add("z").size,
  [...set],
  set.clear(),
  set.size,
  set,
);
const [first, ...rest] = new Set([9, 8, 7]);
console.log(
  first,
  rest,
  Array.from(new Set([1, 2]), (x) => x * 2),
  Math.max(...new Set([4, 6])),
  new Set(new Set([1])).size,
  Object.keys(new Set([1])),
  JSON.stringify(new Set([1])),
);
for (const bad of [5, {}, true] as any[]) {
  try {
    console.log(new Set(bad));
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
try {
  (Set as any)();
} catch (error: any) {
  console.log(error.name, error.message);
}
try {
  Set.prototype.add.call(new Map() as any, 1);
} catch (error: any) {
  console.log(error.name, error.message);
}
const powerset = <T>(items: Set<T>): Set<T>[] =>
  [...items].reduce((sets, x) => [...sets, ...sets.map((s) => new Set([...s, x]))], [new Set<T>()]);
console.log(
  powerset(new Set(["a", "b", "c"])).map((s) => [...s].join("")),
  String(new Set([1])),
  Object.prototype.toString.call(new Set()),
  new Set([1]) == (new Set([1]) as any),
);
const sieve = new Set(Array.from({ length: 49 }, (_, i) => i + 2));
for (const p of sieve) for (let m = p * p; m <= 50; m += p) sieve.delete(m);
console.log([...sieve].join(" "));
