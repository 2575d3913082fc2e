// Array functions that leave the array alone
const a = [5, 1, 4, 1, 5, 9, 2, 6];
console.log(
  a.indexOf(1),
  a.indexOf(1, 2),
  a.lastIndexOf(5),
  a.includes(9),
  [NaN].includes(NaN),
  [NaN].indexOf(NaN),
  a.find((x) => x > 5),
  a.findIndex((x) => x > 5),
  a.findLast((x) => x < 3),
  a.findLastIndex((x) => x === 1),
  a.at(-1),
  a.at(100),
);
console.log(
  a.map((x, i) => x * i),
  a.filter((x) => x % 2),
  a.reduce((s, x) => s + x),
  a.reduce((s, x) => s + x, "s"),
  a.reduceRight((s, x) => s + "," + x, ""),
  a.some((x) => x > 8),
  a.every((x) => x > 0),
  [].every(() => false),
  [].some(() => true),
);
console.log(
  a.slice(2, 4),
  a.slice(-2),
  a.slice(),
  a.concat([1, [2]], 3),
  a.join("-"),
  a.join(),
  [null, undefined, 1].join(),
  [[1, [2]], 3].toString(),
  [1, [2, [3, [4]]]].flat(),
  [1, [2, [3, [4]]]].flat(Infinity),
  [1, 2].flatMap((x) => [x, [x]]),
);
a.forEach((x, i, arr) => {
  if (i === 0) console.log(x, i, arr === a);
});
console.log(
  [...a.keys()],
  [...a.entries()].length,
  [...a.values()][2],
  Array.from(a, (x) => x + 1),
  Array.from({ length: 3 }, (_, i) => i * 2),
  Array.from(new Set([1, 1])),
  Array.isArray(a),
  Array.from("abc"),
);
console.log(
  [3, 2, 1].toSorted(),
  [1, 2, 3].toReversed(),
  [1, 2, 3].with(1, 9),
  [1, 2, 3].toSpliced(0, 1, "a", "b"),
);
try {
  [1].with(5, 1);
} catch (e: any) {
  console.log(e.name, e.message);
}
console.log(
  [1, , 3].map((x) => x! * 2),
  [1, , 3].filter(() => true),
  [, 1].forEach((x) => console.log("only", x)),
  [1, , 3].reduce((s, x) => s! + x!),
  [, "a"].findIndex((x) => x === undefined),
);
const self: any[] = [1];
self.push(self);
console.log(self.join(), String(self));
class Sub extends Array {}
const s = Sub.from([1, 2]);
console.log(
  s instanceof Sub,
  s.map((x: any) => x) instanceof Sub,
  s.filter(Boolean).constructor.name,
);
console.log(
  [1, 2, 3].map(String),
  ["1", "2", "3"].map(Number),
  ["a", "b"].map((s) => s.toUpperCase()),
  [0, 1, ""].filter(Boolean),
  ["10", "10", "10"].map(parseInt),
);
