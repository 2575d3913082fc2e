// Trigonometry, exponentials and logarithms, digit by digit
const points = [0, 0.1, 0.5, 1, 2, 3.7, -1, -0.25, 10, 100.5, 1e-8, 1e5];
for (const x of points) {
  console.log(x, Math.sin(x), Math.cos(x), Math.tan(x), Math.atan(x), Math.exp(x), Math.expm1(x));
  console.log(Math.sinh(x), Math.cosh(x), Math.tanh(x), Math.asinh(x), Math.log1p(x), Math.cbrt(x));
}
for (const x of [0.001, 0.5, 1, 2, 10, 1000, 12345.678, 1e100]) {
  console.log(x, Math.log(x), Math.log2(x), Math.log10(x), Math.acosh(x));
}
for (const x of [-1, -0.5, 0, 0.3, 1, 1.1]) console.log(Math.asin(x), Math.acos(x), Math.atanh(x));
console.log(
  Math.atan2(1, 1),
  Math.atan2(-1, -1),
  Math.atan2(0, -0),
  Math.atan2(-0, 0),
  Math.atan2(1, 0),
  Math.atan2(3, -4),
);
console.log(
  Math.PI,
  Math.E,
  Math.LN2,
  Math.LN10,
  Math.LOG2E,
  Math.LOG10E,
  Math.SQRT2,
  Math.SQRT1_2,
);
console.log(
  Math.sin(Math.PI),
  Math.cos(Math.PI / 2),
  Math.tan(Math.PI / 4),
  Math.exp(1) === Math.E,
  Math.log(0),
  Math.log(-1),
);
