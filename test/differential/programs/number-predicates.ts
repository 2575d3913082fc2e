// Number.is*, the global twins, and limits
const values: any[] = [
  0,
  -0,
  1.5,
  1e308,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  NaN,
  Infinity,
  "5",
  "x",
  "",
  null,
  undefined,
  true,
  [],
  [7],
  {},
];
for (const v of values) {
  console.log(
    Number.isInteger(v),
    Number.isSafeInteger(v),
    Number.isFinite(v),
    Number.isNaN(v),
    isFinite(v),
    isNaN(v),
  );
}
console.log(
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  Number.EPSILON,
);
console.log(
  Number.MAX_VALUE * 2,
  Number.MIN_VALUE / 2,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
);
console.log(
  Math.abs(0.3 - (0.1 + 0.2)) < Number.EPSILON,
  Number.parseFloat === parseFloat,
  Number.parseInt === parseInt,
);
console.log(
  Number(),
  Number(undefined),
  Number(null),
  Number([]),
  Number("0b101"),
  Number("0o17"),
  Number("0xFF"),
  Number("  42\n"),
  Number("4 2"),
);
console.log(
  Number("1_000"),
  Number("1e1000"),
  Number("-"),
  Number("+5"),
  Number("-0"),
  Number("Infinity"),
  Number("infinity"),
  Number("."),
  Number("5."),
  Number(".5"),
);
console.log(
  typeof Number("1"),
  typeof Object(1),
  new Number(5) + 1,
  Number(new Number(6)),
  new Number(7).valueOf() === 7,
);
