// Remainder with signs, fractions, zeros and large operands
for (const a of [7, -7, 7.5, -7.5, 0, -0, 1e15 + 0.5]) {
  for (const b of [3, -3, 2.5, -2.5, 0, Infinity]) {
    const r = a % b;
    console.log(a, "%", b, "=", Object.is(r, -0) ? "-0" : r);
  }
}
const mod = (a: number, n: number) => ((a % n) + n) % n;
console.log(mod(-1, 5), mod(-5, 5), mod(12, 5), mod(-13, 5));
console.log(2 ** 53 % 3, 9007199254740991 % 1000, 1e300 % 7, 5e-324 % 2, 1e21 % 1e10, 0.3 % 0.1);
console.log(-2147483648 % -1, Object.is(-2147483648 % -1, -0), 2147483647 % 2, -1 % 2147483647);
let digits = "";
for (let n = 8675309; n > 0; n = Math.floor(n / 10)) digits = (n % 10) + "," + digits;
console.log(digits);
