// keys, values, entries, fromEntries, assign: transformations over objects
const prices = { apple: 3, pear: 5, plum: 1.5 };
const map = <T, U>(o: Record<string, T>, f: (v: T, k: string) => U) =>
  Object.fromEntries(Object.entries(o).map(([k, v]) => [k, f(v, k)]));
console.log(
  map(prices, (v) => v * 2),
  map(prices, (v, k) => `${k}${v}`),
  Object.fromEntries(new Map([["m", 1]])),
);
const invert = (o: Record<string, string>) =>
  Object.fromEntries(Object.entries(o).map(([k, v]) => [v, k]));
console.log(
  invert({ a: "x", b: "y" }),
  Object.fromEntries([
    ["a", 1],
    ["a", 2],
    [3 as any, "three"],
    [null as any, 0],
  ]),
);
const group = <T>(items: T[], key: (item: T) => string) =>
  items.reduce<Record<string, T[]>>((groups, item) => {
    (groups[key(item)] ??= []).push(item);
    return groups;
  }, {});
console.log(
  group(["one", "two", "three", "four"], (w) => String(w.length)),
  group([1, 2, 3], (n) => (n % 2 ? "odd" : "even")),
);
const target: any = { a: 1, keep: true };
const returned = Object.assign(target, { a: 2 }, null, undefined, "hi", [9], 5, {
  get b() {
    return "from getter";
  },
});
console.log(returned === target, target, Object.getOwnPropertyDescriptor(target, "b"));
console.log(
  Object.entries([7, 8]),
  Object.values("xyz"),
  Object.entries(5 as any),
  Object.keys(new Map([[1, 1]])),
  Object.entries({}),
);
const pick = (o: any, ...keys: string[]) =>
  Object.fromEntries(keys.filter((k) => k in o).map((k) => [k, o[k]]));
const omit = (o: any, ...keys: string[]) =>
  Object.fromEntries(Object.entries(o).filter(([k]) => !keys.includes(k)));
console.log(pick(prices, "plum", "apple", "fig"), omit(prices, "pear"));
const total = Object.values(prices).reduce((a, b) => a + b, 0);
const sorted = Object.entries(prices).sort(([, a], [, b]) => a - b);
console.log(
  total,
  sorted,
  Math.max(...Object.values(prices)),
  Object.entries(prices).find(([, v]) => v === 5)?.[0],
);
const flatten = (o: any, path = ""): Record<string, unknown> =>
  Object.entries(o).reduce(
    (all, [k, v]) => ({
      ...all,
      ...(typeof v === "object" && v !== null ? flatten(v, `${path}${k}.`) : { [path + k]: v }),
    }),
    {},
  );
console.log(flatten({ a: 1, b: { c: 2, d: { e: [3, 4] } }, n: null }));
console.log(Object.hasOwn(prices, "pear"), Object.hasOwn(prices, "toString"), "toString" in prices);
