// Order of keys: integers ascending, then strings and symbols as added; deletion and re-adding
const o: any = {
  z: 1,
  10: "ten",
  a: 2,
  "2": "two",
  [-1 as any]: "minus",
  "01": "padded",
  4294967295: "large",
};
console.log(Object.keys(o), JSON.stringify(o));
delete o.a;
o.b = 3;
o.a = 4;
o[1] = "one";
console.log(Object.keys(o), Object.values(o), Object.entries(o).length);
const copy = { ...o, z: "changed", new: true };
console.log(Object.keys(copy), Object.keys(Object.assign({ first: 0 }, copy)));
const s1 = Symbol("1");
const s2 = Symbol("2");
const mixed: any = { [s1]: 1, b: 1, [s2]: 2, 3: 3, a: 0 };
console.log(
  Object.getOwnPropertyNames(mixed),
  Object.getOwnPropertySymbols(mixed).map(String),
  mixed,
);
const seen: string[] = [];
for (const key in mixed) seen.push(key);
console.log(
  seen,
  Object.keys("ab"),
  Object.keys([, "x"]),
  Object.keys(() => 1),
);
const counts: Record<string, number> = {};
for (const word of "9 b 8 a 9 b 10 c 8 9".split(" ")) counts[word] = (counts[word] ?? 0) + 1;
console.log(
  counts,
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a || 0)
    .map(([k]) => k)
    .join(),
);
const numeric: any = {};
for (const k of [5, 3, 1, 4, 2, 100, 50, 1.5, 0]) numeric[k] = k;
console.log(Object.keys(numeric).join());
