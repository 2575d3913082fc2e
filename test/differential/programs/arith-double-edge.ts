// Arithmetic on the edges of doubles: NaN, infinities, signed zeros, denormals, 2**53
const values = [
  NaN,
  Infinity,
  -Infinity,
  0,
  -0,
  0.1,
  0.2,
  1e308,
  5e-324,
  9007199254740991,
  9007199254740993,
  -1.5,
];
for (const a of values) {
  for (const b of values) console.log(a + b, a - b, a * b, a / b, a % b, a ** b);
}
console.log(
  Object.is(-0 * 1, -0),
  Object.is(0 * -1, -0),
  1 / (-0 + -0),
  1 / (0 + -0),
  Object.is(-0, -0),
);
