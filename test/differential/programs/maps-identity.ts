// Map and Set keys: SameValueZero, object identity, order, deletion, re-adding
const map = new Map<any, string>();
const key = {};
for (const [k, v] of [
  [NaN, "nan"],
  [0, "zero"],
  [-0, "minus zero"],
  ["0", "string"],
  [null, "null"],
  [undefined, "undefined"],
  [key, "object"],
  [{}, "other object"],
  [true, "true"],
  [1, "one"],
  ["1", "s1"],
] as [any, string][])
  map.set(k, v);
console.log(
  map.size,
  map.get(NaN),
  map.get(-0),
  map.get("0"),
  map.get(key),
  map.get({}),
  map.get(undefined),
  map.get(),
  map.has(null),
  map.has("null"),
  map.get(1.0),
  Object.is([...map.keys()][1], 0),
);
console.log(
  map.delete(0),
  map.delete(0),
  map.has(-0),
  map.set(0, "again") === map,
  [...map.keys()].at(-1),
);
const order = new Map([
  ["a", 1],
  ["b", 2],
  ["c", 3],
]);
order.set("a", 10);
order.delete("b");
order.set("b", 20);
console.log(order, [...order], [...order.keys()], [...order.values()], JSON.stringify([...order]));
order.clear();
console.log(order.size, order, order.get("a"), [...order]);
const set = new Set([1, "1", NaN, NaN, 0, -0, [], [], null, undefined]);
console.log(set.size, set, set.has([]), set.add(1) === set, set.delete(NaN), set.has(NaN));
const big = new Map<number, number>();
for (let i = 0; i < 1000; i++) big.set(i * 7, i);
for (let i = 0; i < 1000; i += 2) big.delete(i * 7);
for (let i = 0; i < 10; i++) big.set(i * 7, -i);
console.log(
  big.size,
  [...big.keys()].slice(0, 3),
  [...big.keys()].slice(-6),
  big.get(7),
  big.get(14),
  [...big.values()].reduce((a, b) => a + b),
);
const floats = new Map<number, string>();
for (const n of [0.1 + 0.2, 0.3, 2 ** 53, 2 ** 53 + 1, 2147483648, 4294967296, -1, 1e300])
  floats.set(n, String(n));
console.log(
  floats.size,
  floats.get(0.3),
  floats.get(2 ** 53 + 1),
  floats.get(2 ** 31),
  floats.get(-1),
);
const symbols = new Map([
  [Symbol.iterator, "it"],
  [Symbol("x"), "x"],
] as [symbol, string][]);
const fns = new Set([Math.max, Math.max, Math.min, () => 1, () => 1]);
console.log(symbols.get(Symbol.iterator), symbols.get(Symbol("x")), fns.size, fns.has(Math.min));
