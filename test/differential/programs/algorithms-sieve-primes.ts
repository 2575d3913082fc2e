// Small algorithms: sieve, gcd, Collatz, hashing, factorials, Leibniz's series
function sieve(n: number) {
  const c = new Uint8Array(n + 1);
  const out: number[] = [];
  for (let i = 2; i <= n; i++) {
    if (c[i]) continue;
    out.push(i);
    for (let j = i * i; j <= n; j += i) c[j] = 1;
  }
  return out;
}
const ps = sieve(10000);
console.log(ps.length, ps.at(-1), ps.slice(0, 10));
function gcd(a: number, b: number): number {
  return b ? gcd(b, a % b) : a;
}
console.log(gcd(1071, 462), gcd(2 ** 40, 6));
let collatz = 0,
  best = 0;
for (let i = 1; i < 3000; i++) {
  let n = i,
    c = 0;
  while (n !== 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    c++;
  }
  if (c > collatz) {
    collatz = c;
    best = i;
  }
}
console.log(best, collatz);
let h = 5381;
for (const ch of "hash this string") h = ((h << 5) + h + ch.charCodeAt(0)) | 0;
console.log(h, h >>> 0);
let f = 1;
for (let i = 1; i <= 30; i++) f *= i;
console.log(f);
let fib = [0, 1];
while (fib.length < 80) fib.push(fib[fib.length - 1] + fib[fib.length - 2]);
console.log(fib[79], fib[50]);
let pi = 0;
for (let k = 0; k < 10000; k++) pi += ((k % 2 ? -1 : 1) * 4) / (2 * k + 1);
console.log(pi);
