// reduce in all its uses
const numbers = [4, 8, 15, 16, 23, 42];
const stats = numbers.reduce(
  (s, x, i, { length }) => ({
    sum: s.sum + x,
    min: Math.min(s.min, x),
    max: Math.max(s.max, x),
    mean: i === length - 1 ? (s.sum + x) / length : 0,
  }),
  { sum: 0, min: Infinity, max: -Infinity, mean: 0 },
);
console.log(
  stats,
  numbers.reduce((a, b) => (a > b ? a : b)),
  numbers.reduceRight((s, x) => `${s}${x},`, ">"),
);
const count = (text: string) =>
  [...text].reduce((m, c) => m.set(c, (m.get(c) ?? 0) + 1), new Map<string, number>());
console.log(
  count("mississippi"),
  [[1, 2], [3], []].reduce((a, b) => a.concat(b), []),
  ["a", "b"].reduce((o, k, i) => ({ ...o, [k]: i }), {}),
);
const running = numbers.reduce<number[]>((sums, x) => [...sums, (sums.at(-1) ?? 0) + x], []);
console.log(
  running,
  [1, 2, 3].reduce((acc) => acc),
  [1].reduce(() => 0),
  [5].reduce((a, b) => a + b, 1),
  [, 1, , 2].reduce((a, b) => a! + b!),
);
const [evens, odds] = numbers.reduce<[number[], number[]]>(
  (parts, x) => (parts[x % 2].push(x), parts),
  [[], []],
);
console.log(
  evens,
  odds,
  [1, 2, 3].reduce((p, n) => p * n, 1),
  [
    [1, "a"],
    [2, "b"],
  ].reduceRight((s, [n, c]) => s + n + c, ""),
);
for (const f of [
  () => [].reduce((a) => a),
  () => [,].reduce((a) => a),
  () => [].reduceRight((a) => a),
  () => ([1] as any).reduce(),
]) {
  try {
    console.log(f());
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
const calls: unknown[] = [];
["x", "y", "z"].reduce((a, b, i, all) => (calls.push([a, b, i, all.length]), a + b));
console.log(
  calls,
  [undefined].reduce((a, b) => b, null),
  [3, 2, 1].reduce((a, b) => a - b),
  [3, 2, 1].reduceRight((a, b) => a - b),
);
const horner =
  (...cs: number[]) =>
  (x: number) =>
    cs.reduceRight((acc, c) => acc * x + c, 0);
console.log(
  horner(1, 2, 3)(2),
  horner()(9),
  ((fs: ((n: number) => number)[]) => fs.reduce((f, g) => (x) => g(f(x))))([
    (x) => x + 1,
    (x) => x * 2,
  ])(5),
);
