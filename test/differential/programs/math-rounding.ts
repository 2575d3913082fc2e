// Math.round, floor, ceil, trunc, sign, fround over edges
const values = [
  0,
  -0,
  0.5,
  -0.5,
  1.5,
  -1.5,
  2.5,
  0.49999999999999994,
  -0.49999999999999994,
  4503599627370495.5,
  9007199254740991,
  1e300,
  -1e300,
  NaN,
  Infinity,
  -Infinity,
  2147483647.5,
  -2147483648.5,
  5e-324,
];
const show = (n: number) => (Object.is(n, -0) ? "-0" : String(n));
for (const v of values) {
  console.log(
    show(v),
    [Math.round, Math.floor, Math.ceil, Math.trunc, Math.sign, Math.abs, Math.fround]
      .map((f) => show(f(v)))
      .join(" "),
  );
}
const roundTo = (n: number, digits: number) => Math.round(n * 10 ** digits) / 10 ** digits;
console.log(roundTo(1.005, 2), roundTo(2.345, 2), roundTo(-2.345, 2), roundTo(1234.5678, -2));
console.log(
  Math.floor(-7 / 2),
  Math.trunc(-7 / 2),
  -7 >> 1,
  ~~-3.7,
  -3.7 | 0,
  Math.round(-3.5),
  Math.ceil(-0.2),
);
console.log(
  [0.1, 0.5, 0.9].map(Math.round),
  [3.7, -3.7].map(Math.floor),
  Math.clz32(0),
  Math.clz32(1),
  Math.clz32(-1),
  Math.clz32(0.9),
  Math.clz32(65536),
);
