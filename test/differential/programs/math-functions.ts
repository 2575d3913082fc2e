// The functions of Math
const values = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  1.5,
  2.5,
  -2.5,
  10,
  1e10,
  NaN,
  Infinity,
  -Infinity,
  4294967295,
];
for (const v of values) {
  console.log(
    Math.abs(v),
    Math.floor(v),
    Math.ceil(v),
    Math.round(v),
    Math.trunc(v),
    Math.sign(v),
    Math.sqrt(v),
    Math.cbrt(v),
    Math.fround(v),
    Math.clz32(v),
  );
}
console.log(
  Math.max(),
  Math.min(),
  Math.max(1, 2, 3),
  Math.min(1, "0" as any, 3),
  Math.max(NaN, 1),
  Math.max(-0, 0),
  Math.min(0, -0),
);
console.log(
  Math.hypot(3, 4),
  Math.hypot(),
  Math.imul(4294967295, 5),
  Math.atan2(1, 1),
  Math.pow(2, 0.5),
  Math.log2(8),
  Math.log10(1000),
);
console.log(
  Math.PI,
  Math.E,
  Math.LN2,
  Math.SQRT2,
  Math.SQRT1_2,
  Math.LOG2E,
  Math.LOG10E,
  Math.LN10,
);
const r = Math.random();
console.log(r >= 0 && r < 1, typeof r);
