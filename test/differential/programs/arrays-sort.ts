// sort: default order, comparators, stability, errors
console.log(
  [10, 9, 1, 100, 2].sort(),
  [10, 9, 1, 100, 2].sort((a, b) => a - b),
  ["b", undefined, "a", , "c"].sort(),
  [3, undefined, 1].sort((a, b) => b! - a!),
  [true, false].sort(),
  [[2], [1, 5], [1]].sort(),
);
const people = [
  ["bob", 30],
  ["al", 25],
  ["cy", 30],
  ["di", 25],
  ["ed", 30],
] as [string, number][];
console.log(
  people
    .slice()
    .sort((a, b) => a[1] - b[1])
    .map((p) => p[0])
    .join(),
  people.sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).join(" "),
);
let x = 12345;
const rnd = () => (x = (x * 1103515245 + 12345) % 2147483648);
const big = Array.from({ length: 3000 }, () => rnd() % 1000);
const sorted = big.slice().sort((a, b) => a - b);
let ok = true;
for (let i = 1; i < sorted.length; i++) if (sorted[i - 1] > sorted[i]) ok = false;
console.log(ok, sorted[0], sorted[2999], sorted.length);
const stable = big.map((v, i) => ({ v: v % 10, i })).sort((a, b) => a.v - b.v);
console.log(
  stable.every(
    (e, i) =>
      i === 0 || stable[i - 1].v < e.v || (stable[i - 1].v === e.v && stable[i - 1].i < e.i),
  ),
);
try {
  [1, 2].sort(5 as any);
} catch (e: any) {
  console.log(e.name, e.message);
}
try {
  [3, 2, 1].sort(() => {
    throw new Error("cmp");
  });
} catch (e: any) {
  console.log(e.message);
}
console.log(
  ["é", "z", "a", "Z"].sort(),
  [-1, -2, 5, 10].sort(),
  [1, 2, 3].sort(() => 0),
  [5, 25, 100, 1].sort(undefined),
);
