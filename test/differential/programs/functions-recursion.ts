// Recursive functions
function ack(m: number, n: number): number {
  return m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
console.log(ack(2, 3));
function hanoi(n: number, a: string, b: string, c: string): number {
  return n === 0 ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a);
}
console.log(hanoi(10, "a", "b", "c"));
function deep(n: number): number {
  return n === 0 ? 0 : 1 + deep(n - 1);
}
console.log(deep(5000));
function permutations(xs: number[]): number[][] {
  if (xs.length < 2) return [xs];
  return xs.flatMap((x, i) =>
    permutations([...xs.slice(0, i), ...xs.slice(i + 1)]).map((p) => [x, ...p]),
  );
}
console.log(
  permutations([1, 2, 3])
    .map((p) => p.join(""))
    .join(" "),
);
