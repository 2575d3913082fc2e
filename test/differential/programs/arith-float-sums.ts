// Rounding of sums: naive, Kahan, pairwise; accumulation of error must be identical
const values = Array.from({ length: 1000 }, (_, i) => 1 / (i + 1) - 0.1 * (i % 3));
const naive = values.reduce((sum, v) => sum + v, 0);
function kahan(list: number[]) {
  let sum = 0;
  let lost = 0;
  for (const v of list) {
    const y = v - lost;
    const t = sum + y;
    lost = t - sum - y;
    sum = t;
  }
  return sum;
}
function pairwise(list: number[], from = 0, to = list.length): number {
  if (to - from <= 2) return list.slice(from, to).reduce((a, b) => a + b, 0);
  const middle = (from + to) >> 1;
  return pairwise(list, from, middle) + pairwise(list, middle, to);
}
console.log(naive, kahan(values), pairwise(values));
console.log(0.1 + 0.2, 0.1 + 0.7, 1.1 * 3, 4.35 * 100, 1.005 * 1000, 1 - 0.9, 0.1 * 3, 0.3 / 0.1);
let x = 1;
let steps = 0;
while (1 + x !== 1) {
  x /= 2;
  steps++;
}
console.log(steps, x, x === Number.EPSILON / 2);
console.log(
  2 ** 53 + 1,
  2 ** 53 + 2,
  2 ** 53 - 1,
  1e16 + 1,
  123456789 * 987654321,
  0.1 ** 20,
  3 ** 40,
);
let mean = 0;
let m2 = 0;
values.forEach((v, i) => {
  const d = v - mean;
  mean += d / (i + 1);
  m2 += d * (v - mean);
});
console.log(mean, m2 / values.length, Math.sqrt(m2 / (values.length - 1)));
