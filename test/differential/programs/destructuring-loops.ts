// Patterns in loop heads and catch clauses, with closures and assignment targets
const pairs: [string, { n: number; list: number[] }][] = [
  ["a", { n: 1, list: [1, 2] }],
  ["b", { n: 2, list: [] }],
  ["c", { n: 3, list: [7, 8, 9] }],
];
const fns: (() => string)[] = [];
for (let [
  name,
  {
    n,
    list: [first = -1, ...others],
  },
] of pairs) {
  n *= 10;
  fns.push(() => `${name}${n++} ${first} ${others.length}`);
}
console.log(
  fns.map((f) => f()),
  fns.map((f) => f()),
);
const state: any = { count: 0 };
for (state.current of ["x", "y"]) state.count++;
for ([state.key, { n: state.last }] of pairs) state.count += state.last;
for ({ length: state.size } of ["one", "three"]) console.log(state.size);
console.log(state);
for (let [i, j] = [0, 10]; i < j; [i, j] = [i + 1, j - 2]) console.log(i, j);
for (const { length, 0: head } of Object.keys({ alpha: 1, be: 2 })) console.log(head, length);
for (const [k, v] of Object.entries({ x: [1, 2], y: [3] }))
  for (const [i, n] of v.entries()) console.log(k, i, n);
for (const [a, b = a] in { pq: 1, r: 2 } as any) console.log(a, b);
try {
  throw { code: 7, info: { why: "because", path: ["p", "q"] } };
} catch ({
  code,
  info: {
    why,
    path: [, second],
  },
  hint = "no hint",
}: any) {
  console.log(code, why, second, hint);
}
try {
  throw [1, 2, 3];
} catch ([first, ...rest]: any) {
  console.log(first, rest);
}
var {
  p,
  q: [r],
} = { p: 1, q: [2] };
var [p = 5, s = p] = [] as number[];
console.log(p, r, s);
const matrix = [
  [1, 2],
  [3, 4],
];
for (const row of matrix) [row[0], row[1]] = [row[1], row[0]];
[matrix[0], matrix[1]] = [matrix[1], matrix[0]];
console.log(matrix);
