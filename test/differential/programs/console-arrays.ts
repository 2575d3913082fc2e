// console.log of arrays: grouping of many numbers, long ones, holes, extra keys, nesting
console.log(
  [1, 2, 3],
  [[]],
  [[1, [2, [3, [4]]]]],
  [undefined, null],
  [, 1],
  [1, , , 2, ,],
  new Array(5),
  Array.from({ length: 3 }),
);
console.log(
  Array.from({ length: 7 }, (_, i) => i),
  Array.from({ length: 30 }, (_, i) => i * i),
);
console.log(Array.from({ length: 101 }, (_, i) => i));
console.log(Array.from({ length: 250 }, (_, i) => `item ${i}`).slice(0, 120));
console.log(Array.from({ length: 27 }, (_, i) => "abc".repeat((i % 4) + 1)));
console.log(
  Array.from({ length: 8 }, (_, i) => ({ i })),
  Array.from({ length: 8 }, (_, i) => [i, i * 2]),
);
console.log(
  [1.5, -2.25, 1e10, 1e-10, 100000, 3, 4, 5, 6, 7],
  [true, false, true, false, true, false, true],
);
console.log(
  Object.assign([1, 2], { extra: "key", [Symbol("s")]: 1 }),
  Object.assign([], { only: 1 }),
);
console.log(
  [
    ["a", 1],
    ["b", 2],
  ],
  [
    { a: 1, b: { c: 2 } },
    { a: 3, b: { c: { d: 4 } } },
  ],
  [function named() {}, () => {}, class K {}],
);
console.log(
  ["x".repeat(30), "y".repeat(30), "z".repeat(30)],
  ["short", "list"],
  [Array.from({ length: 10 }, (_, i) => i), "after"],
);
console.log([[1, 2, [3, 4, [5, [6]]]], { a: [{ b: [{ c: 1 }] }] }]);
console.log([null, undefined, NaN, -0, "", 0, false, [], {}, Symbol.iterator]);
console.log(
  Array.from({ length: 16 }, (_, i) => "é".repeat(i)),
  ["日本語", "テキスト", "😀😀", "a", "b", "c", "d"],
);
console.log([[[]], [[[]]], [[[[]]]], [[[[1]]]]], [[{}]], [[[{ a: 1 }]]], [[[[{ a: 1 }]]]]);
console.log(
  Array.from({ length: 10 }, (_, i) => -i * 1000),
  Array.from({ length: 12 }, (_, i) => 10 ** i),
  Array.from({ length: 9 }, (_, i) => (i % 2 ? "s" : i)),
);
