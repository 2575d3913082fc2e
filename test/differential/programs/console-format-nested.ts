// console.log of nested values
console.log({
  name: "a fairly long property value here",
  other: "another long property value that wraps",
  third: [1, 2, 3],
});
console.log([
  "a long string element number one",
  "a long string element number two",
  "a long string element number three",
]);
console.log(Array.from({ length: 120 }, (_, i) => i));
console.log(Array.from({ length: 10 }, (_, i) => i * 1000));
console.log(Array.from({ length: 27 }, (_, i) => "item" + i));
console.log(Array.from({ length: 7 }, (_, i) => ({ id: i })));
console.log({
  a: [1, 2, { b: [3, 4, { c: 5 }] }],
  m: new Map([["k", { v: [1] }]]),
  s: new Set([[1, 2], "x"]),
});
const o: any = { self: null, arr: [] };
o.self = o;
o.arr.push(o, o.arr);
console.log(o);
console.log(
  [
    ["a", 1],
    ["b", 2],
  ],
  { x: { y: { z: {} } } },
  { x: { y: { z: { w: 1 } } } },
  [[[[]]]],
  [[[[1, 2]]]],
);
console.log("x".repeat(200), ["x".repeat(100)], { k: "y".repeat(80) });
console.log(
  new Map([
    ["a long key number one", "a long value number one"],
    ["a long key number two", "value two is also long"],
  ]),
);
console.log(new Set(Array.from({ length: 5 }, (_, i) => "set element " + i)));
console.log({
  a: 1,
  b: 2,
  c: 3,
  d: 4,
  e: 5,
  f: 6,
  g: 7,
  h: 8,
  i: 9,
  j: 10,
  k: 11,
  l: 12,
  m: 13,
  n: 14,
  o: 15,
  p: 16,
  q: 17,
  r: 18,
  s: 19,
  t: 20,
  u: 21,
  v: 22,
  w: 23,
  x: 24,
  y: 25,
  z: 26,
  aa: 27,
});
console.log(
  [1.5, 2.25, 3],
  [
    [1, 2],
    [3, 4],
  ],
  [{ a: 1 }, { a: 2 }],
  [true, false],
  [null],
  ["a"],
);
console.log(Array.from({ length: 101 }, () => "ab"));
console.log({
  get a() {
    return 1;
  },
  set a(v) {},
  get b() {
    return 1;
  },
  set c(v: any) {},
});
console.log([, 1, , , 2], new Array(5), [1, , 3], Object.assign([1, 2], { extra: true }));
