// Recursive closures with captured caches
const fib = (() => {
  const seen: number[] = [0, 1];
  const at = (n: number): number => (seen[n] ??= at(n - 1) + at(n - 2));
  return at;
})();
console.log(fib(10), fib(50), fib(78));
const partitions = (() => {
  const cache = new Map<string, number>();
  const count = (n: number, max: number): number => {
    if (n === 0) return 1;
    if (n < 0 || max === 0) return 0;
    const key = `${n}/${max}`;
    let known = cache.get(key);
    if (known === undefined) cache.set(key, (known = count(n - max, max) + count(n, max - 1)));
    return known;
  };
  return (n: number) => count(n, n);
})();
console.log([1, 5, 10, 30, 60].map(partitions));
function edit(a: string, b: string) {
  const rows: (number | undefined)[][] = Array.from(a + "-", () => []);
  const go = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    return (rows[i][j] ??=
      a[i - 1] === b[j - 1]
        ? go(i - 1, j - 1)
        : 1 + Math.min(go(i - 1, j), go(i, j - 1), go(i - 1, j - 1)));
  };
  return go(a.length, b.length);
}
console.log(
  edit("kitten", "sitting"),
  edit("", "abc"),
  edit("same", "same"),
  edit("intention", "execution"),
);
let hits = 0;
const collatz = ((lengths: Record<number, number>) => {
  const length = (n: number): number => {
    if (lengths[n]) {
      hits++;
      return lengths[n];
    }
    return (lengths[n] = 1 + length(n % 2 ? 3 * n + 1 : n / 2));
  };
  return length;
})({ 1: 1 });
console.log(collatz(27), collatz(97), collatz(871), hits);
