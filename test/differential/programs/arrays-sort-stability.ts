// sort: default order, comparators of all kinds, stability, undefined, mixed types
console.log(
  [10, 9, 2, 1, 100].sort(),
  [3, 1, 2].sort().reverse(),
  ["B", "a", "C", "b"].sort(),
  [true, false, null, undefined, 1, "0", -1].sort(),
);
console.log(
  [-5, -10, 5, 10, 0].sort(),
  [1e21, 5, 1e-7].sort(),
  ["10", 9, "1", 2].sort(),
  [[3], [1, 2], [10]].sort(),
  [{}, "a", "z"].sort().map(String),
);
const people = [
  { name: "dave", age: 30, city: "x" },
  { name: "anna", age: 25, city: "y" },
  { name: "carl", age: 30, city: "y" },
  { name: "bess", age: 25, city: "x" },
  { name: "earl", age: 20, city: "x" },
];
const by =
  <T>(...keys: ((item: T) => number | string)[]) =>
  (a: T, b: T) => {
    for (const key of keys) {
      const [x, y] = [key(a), key(b)];
      if (x < y) return -1;
      if (x > y) return 1;
    }
    return 0;
  };
const names = (list: typeof people) => list.map((p) => p.name).join();
console.log(
  names(people.toSorted(by((p) => p.age))),
  names(
    people.toSorted(
      by(
        (p) => -p.age,
        (p) => p.name,
      ),
    ),
  ),
  names(
    people.toSorted(
      by(
        (p) => p.city,
        (p) => p.age,
      ),
    ),
  ),
);
console.log(
  names(people),
  names(people.sort(() => 0)),
  names(people.sort((a, b) => a.age - b.age)),
);
const items = Array.from({ length: 500 }, (_, i) => ({ key: (i * 7919) % 13, i }));
const sorted = items.toSorted((a, b) => a.key - b.key);
console.log(
  sorted.every(
    (x, i) =>
      i === 0 ||
      sorted[i - 1].key < x.key ||
      (sorted[i - 1].key === x.key && sorted[i - 1].i < x.i),
  ),
);
console.log(
  [3, 1, 2].sort((a, b) => (a > b) as any),
  [3, 1, 2].sort((a, b) => (a < b ? 1 : -1)),
  [2, 1].sort(() => NaN),
  [2, 1].sort(() => undefined as any),
  [1, 2, 3].sort((a, b) => ({ valueOf: () => b - a }) as any),
);
console.log(
  [5, undefined, 1, , 3].sort((a, b) => b! - a!),
  [undefined, undefined].sort(),
  [].sort(),
  [1].sort(() => {
    throw 1;
  }),
);
console.log(
  ["éa", "ea", "z", "Z", "_", "1", "10", "2"].sort(),
  ["\u{1F600}", "\uFFFF", "a"].sort().map((s) => s.codePointAt(0)),
);
let comparisons = 0;
Array.from({ length: 100 }, (_, i) => i).sort((a, b) => (comparisons++, a - b));
console.log(
  comparisons <= 700,
  [0, -0, 0].sort().map((x) => Object.is(x, -0)),
  ["b", "a"].sort(undefined),
);
const median = (list: number[]) => {
  const s = list.toSorted((a, b) => a - b);
  return s.length % 2 ? s[s.length >> 1] : (s[s.length / 2 - 1] + s[s.length / 2]) / 2;
};
console.log(median([9, 1, 5]), median([4, 1, 3, 2]), median([7]));
