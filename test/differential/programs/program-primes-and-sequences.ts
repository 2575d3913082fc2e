// Number theory: factorization, totients, perfect numbers, Pascal, Catalan, Gray codes, digits
const factors = (n: number) => {
  const out = new Map<number, number>();
  for (let p = 2; p * p <= n; p += p === 2 ? 1 : 2) {
    while (n % p === 0) {
      out.set(p, (out.get(p) ?? 0) + 1);
      n /= p;
    }
  }
  if (n > 1) out.set(n, 1);
  return out;
};
const show = (f: Map<number, number>) =>
  [...f].map(([p, e]) => (e > 1 ? `${p}^${e}` : `${p}`)).join("*") || "1";
for (const n of [1, 2, 97, 360, 1024, 999999, 1234567890, 2147483647, 600851475143])
  console.log(n, show(factors(n)));
const totient = (n: number) => [...factors(n).keys()].reduce((t, p) => (t / p) * (p - 1), n);
const divisors = (n: number) =>
  [...factors(n)]
    .reduce<number[]>(
      (ds, [p, e]) => ds.flatMap((d) => Array.from({ length: e + 1 }, (_, i) => d * p ** i)),
      [1],
    )
    .sort((a, b) => a - b);
console.log(
  [1, 9, 10, 36, 97].map(totient),
  divisors(360).length,
  divisors(28),
  Array.from({ length: 500 }, (_, i) => i + 1).filter(
    (n) =>
      n > 1 &&
      divisors(n)
        .slice(0, -1)
        .reduce((a, b) => a + b, 0) === n,
  ),
);
const powmod = (base: number, e: number, m: number) => {
  let result = 1;
  for (base %= m; e > 0; e = Math.floor(e / 2)) {
    if (e % 2) result = (result * base) % m;
    base = (base * base) % m;
  }
  return result;
};
console.log(
  powmod(2, 1000, 1000007),
  powmod(3, 200, 13),
  [561, 7919, 104729].map((n) => powmod(2, n - 1, n) === 1),
);
const pascal = (rows: number) => {
  const out = [[1]];
  while (out.length < rows) {
    const last = out[out.length - 1];
    out.push([1, ...last.slice(1).map((n, i) => n + last[i]), 1]);
  }
  return out;
};
for (const row of pascal(7)) console.log(row.join(" ").padStart(13 + row.join(" ").length / 2));
console.log(
  pascal(30)[29][14],
  Array.from({ length: 12 }, (_, n) => pascal(2 * n + 1)[2 * n][n] / (n + 1)),
);
const gray = (bits: number) =>
  Array.from({ length: 1 << bits }, (_, n) => (n ^ (n >> 1)).toString(2).padStart(bits, "0"));
console.log(
  gray(3).join(" "),
  gray(5).every(
    (g, i, all) => i === 0 || [...g].filter((c, k) => c !== all[i - 1][k]).length === 1,
  ),
);
const digitSum = (n: number) => [...String(n)].reduce((s, d) => s + Number(d), 0);
const happy = (n: number, seen = new Set<number>()): boolean =>
  n === 1 ||
  (!seen.has(n) &&
    happy(
      [...String(n)].reduce((s, d) => s + Number(d) ** 2, 0),
      seen.add(n),
    ));
console.log(
  Array.from({ length: 50 }, (_, i) => i + 1).filter((n) => happy(n)),
  digitSum(2 ** 50),
  Array.from({ length: 1000 }, (_, i) => i).filter(
    (n) => [...String(n)].reduce((s, d) => s + Number(d) ** String(n).length, 0) === n,
  ),
);
const lookAndSay = (s: string) => {
  let out = "";
  for (let i = 0, j = 0; i < s.length; i = j) {
    while (s[j] === s[i]) j++;
    out += `${j - i}${s[i]}`;
  }
  return out;
};
let term = "1";
for (let i = 0; i < 8; i++) term = lookAndSay(term);
console.log(term);
const continued = (x: number, n: number): number[] =>
  n === 0 ? [] : [Math.floor(x), ...(x % 1 === 0 ? [] : continued(1 / (x % 1), n - 1))];
console.log(continued(Math.PI, 6), continued(Math.SQRT2, 8), continued(3.25, 5));
