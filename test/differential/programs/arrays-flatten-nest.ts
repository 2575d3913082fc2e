// flat, flatMap, concat, and nested arrays by hand
const nested = [1, [2, [3, [4, [5]]]], [], [[]], "ab", [["c"]]];
for (const depth of [undefined, 0, 1, 2, Infinity, -1, NaN, "1" as any])
  console.log(depth, nested.flat(depth));
console.log(
  [1, 2, 3].flatMap((x) => (x === 2 ? [] : [x, [x]])),
  ["a b", "c"].flatMap((s) => s.split(" ")),
  [[1], [2]].flatMap((x) => x),
  [1].flatMap((x) => "string"),
);
console.log(
  [].concat(1 as any, [2] as any, [[3]] as any),
  [1].concat("ab" as any, [, 2] as any).length,
  Array.prototype.concat.call(1, 2).length,
);
const spreadable = { length: 2, 0: "x", 1: "y", [Symbol.isConcatSpreadable]: true };
const solid: any = [7, 8];
solid[Symbol.isConcatSpreadable] = false;
console.log([0].concat(spreadable as any), [0].concat(solid).length);
const flatten = (x: any): any[] =>
  Array.isArray(x) ? x.reduce((all, y) => all.concat(flatten(y)), []) : [x];
console.log(flatten(nested));
const depth = (x: any): number => (Array.isArray(x) ? 1 + Math.max(0, ...x.map(depth)) : 0);
console.log(depth(nested), depth(1), depth([]));
const grid = Array.from({ length: 3 }, (_, y) => Array.from({ length: 4 }, (_, x) => x * y));
console.log(
  grid,
  grid.map((row) => row.join("")).join("/"),
  grid.flat().reduce((a, b) => a + b),
);
const transpose = <T>(m: T[][]) => m[0].map((_, i) => m.map((row) => row[i]));
console.log(transpose(grid), transpose(transpose(grid)).length);
const shared = new Array(2).fill([]);
shared[0].push("both");
const separate = Array.from({ length: 2 }, () => [] as string[]);
separate[0].push("one");
console.log(shared, separate);
const product = (...sets: any[][]): any[][] =>
  sets.reduce((acc, set) => acc.flatMap((head) => set.map((x) => [...head, x])), [[]] as any[][]);
console.log(
  product([1, 2], ["a", "b"]).map((p) => p.join("")),
  product().length,
  product([1], []).length,
);
grid[1][2] = 100;
const copy = grid.map((row) => [...row]);
copy[1][2] = 0;
console.log(grid[1], copy[1], [[1, 2], [3]].toString(), String([[], [[]], [null, [undefined]]]));
