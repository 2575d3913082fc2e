// Loops whose counters leave int32 or become fractions
let a = 2147483640;
for (let i = 0; i < 12; i++) a += 1;
console.log(a, a | 0, a >> 0, a >>> 0);
let b = -2147483640;
for (let i = 0; i < 12; i++) b--;
console.log(b, b | 0);
let f = 1;
for (let i = 1; i <= 25; i++) f *= i;
console.log(f, f % 1000003);
let h = 1024;
const halves: number[] = [];
while (h > 0.01) {
  halves.push(h);
  h /= 4;
}
console.log(halves);
let odd = 1;
for (let i = 0; i < 40; i++) odd *= 3;
console.log(odd, odd - 1, odd | 0, odd % 2);
const mixed = [1, 1.5, -0, 2147483648, 4294967295.5, -1e-7];
console.log(
  mixed.map((v) => v + 1),
  mixed.map((v) => v | 0),
  mixed.map((v) => -v),
  mixed.map(Math.trunc),
);
let product = 46341;
product *= 46341;
console.log(
  product,
  Math.imul(46341, 46341),
  65536 * 65536,
  Math.imul(65536, 65536),
  -46341 * 46341,
);
for (let i = 0.5; i < 3; i++) console.log(i);
for (let i = 3; i > -1; i -= 0.75) console.log(i);
