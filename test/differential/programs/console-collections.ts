// console.log of Map, Set, iterators, Uint8Array, nested and long
console.log(
  new Map(),
  new Set(),
  new Map([
    ["a", 1],
    ["b", { c: 2 }],
  ]),
  new Set([1, "two", [3], { four: 4 }]),
  new Map([[{ k: 1 }, new Map([[1, new Set([2])]])]]),
);
console.log(
  [new Map([[1, 2]])],
  { m: new Map([["x", [1, 2]]]), s: new Set(["y"]) },
  new Map([["deep", { a: { b: { c: 1 } } }]]),
  new Set([new Set([new Set([new Set([1])])])]),
);
console.log(
  new Set(Array.from({ length: 30 }, (_, i) => i)),
  new Map(Array.from({ length: 8 }, (_, i) => [`key${i}`, i * i])),
);
console.log(
  new Set(Array.from({ length: 110 }, (_, i) => i)).size,
  new Set(Array.from({ length: 102 }, (_, i) => i)),
);
console.log(
  [1, 2].values(),
  new Map([[1, 2]]).entries(),
  new Set(["a"]).values(),
  new Map([[1, 2]]).keys(),
  "ab"[Symbol.iterator](),
);
console.log(new Uint8Array(), new Uint8Array([1, 2, 3]), new Uint8Array(130), [new Uint8Array(2)], {
  b: Uint8Array.of(255),
});
class Registry extends Map {
  label = "extra";
}
class Tags extends Set {}
class List extends Array {}
console.log(new Registry([["k", 1]]), new Tags([1]), new List(1, 2, 3), new Tags(), List.from([]));
const m: any = new Map();
m.set("self", m);
const s: any = new Set();
s.add(s).add([s]);
console.log(
  m,
  s,
  Object.assign(new Map([[1, 1]]), { extra: true }),
  Object.assign(new Set(), { tag: "t" }),
);
console.log(
  new Map([
    ["a long key to make it wrap", "a long value to make it wrap"],
    ["another long key", "another long value"],
  ]),
);
console.log(
  new Map([[[1, 2], { a: 1 }]]),
  new Map([[null, undefined]] as any),
  new Map([[NaN, -0]]),
  new Set([undefined, null, "", NaN, -0]),
);
console.log(
  new Map<any, any>([
    ["f", () => 1],
    ["c", class C {}],
    ["s", Symbol("q")],
    ["b", new Uint8Array([9])],
  ]),
);
console.log(
  [new Set(["x".repeat(40), "y".repeat(40)])],
  [[new Map([[1, { a: 1 }]])]],
  [[[new Map([[1, 2]])]]],
  [[[[new Map([[1, 2]])]]]],
);
