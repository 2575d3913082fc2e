// Recursion in several shapes: mutual, through data, through arguments, accumulators
function hofstadterF(n: number): number {
  return n === 0 ? 1 : n - hofstadterM(hofstadterF(n - 1));
}
function hofstadterM(n: number): number {
  return n === 0 ? 0 : n - hofstadterF(hofstadterM(n - 1));
}
console.log(
  Array.from({ length: 15 }, (_, n) => hofstadterF(n)),
  Array.from({ length: 15 }, (_, n) => hofstadterM(n)),
);
function ackermann(m: number, n: number): number {
  if (m === 0) return n + 1;
  return n === 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
console.log(ackermann(2, 3), ackermann(3, 3));
const hanoi = (n: number, from = "A", to = "C", by = "B"): string[] =>
  n === 0 ? [] : [...hanoi(n - 1, from, by, to), from + to, ...hanoi(n - 1, by, to, from)];
console.log(hanoi(3).join(" "), hanoi(6).length);
const power = (base: number, e: number): number =>
  e === 0 ? 1 : e % 2 ? base * power(base, e - 1) : power(base * base, e / 2);
console.log(power(3, 13), power(2, 40));
const fix = <A, R>(f: (self: (a: A) => R) => (a: A) => R): ((a: A) => R) => {
  const g = (a: A): R => f(g)(a);
  return g;
};
console.log(fix<number, number>((self) => (n) => (n < 2 ? n : self(n - 1) + self(n - 2)))(15));
const y = (f: any) => ((x: any) => x(x))((x: any) => f((v: any) => x(x)(v)));
console.log(y((self: any) => (n: number) => (n === 0 ? 1 : n * self(n - 1)))(10));
let depth = 0;
function down(n: number): number {
  depth = Math.max(depth, n);
  return n >= 500 ? n : down(n + 1) + 1;
}
console.log(down(0), depth);
const tree = {
  v: 1,
  kids: [
    { v: 2, kids: [{ v: 4, kids: [] }] },
    { v: 3, kids: [] },
  ],
};
type Tree = { v: number; kids: Tree[] };
const sum = ({ v, kids }: Tree): number => kids.reduce((s, k) => s + sum(k), v);
const height = ({ kids }: Tree): number => 1 + Math.max(0, ...kids.map(height));
console.log(sum(tree), height(tree));
