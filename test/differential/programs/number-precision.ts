// toPrecision and toExponential
for (const v of [
  0,
  1,
  -1.5,
  123.456,
  0.000123,
  1e21,
  5e-324,
  1.7976931348623157e308,
  99.99,
  1e-7,
  2 ** 31,
]) {
  console.log(
    v.toPrecision(),
    v.toPrecision(1),
    v.toPrecision(3),
    v.toPrecision(7),
    v.toPrecision(21),
  );
  console.log(v.toExponential(), v.toExponential(0), v.toExponential(2), v.toExponential(10));
}
console.log(
  (1e21).toPrecision(30),
  (1.25).toPrecision(2),
  (1.35).toPrecision(2),
  (0.00001).toPrecision(1),
);
console.log(
  (25).toExponential(0),
  (35).toExponential(0),
  NaN.toExponential(2),
  Infinity.toPrecision(3),
);
console.log(
  (123456).toPrecision(6),
  (123456).toPrecision(5),
  (1234567).toPrecision(7),
  (0.000001).toPrecision(2),
  (0.0000001).toPrecision(2),
);
for (const digits of [0, 101, -5]) {
  try {
    console.log((1).toPrecision(digits));
  } catch (error: any) {
    console.log(error.name, error.message);
  }
  try {
    console.log((1).toExponential(digits));
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
