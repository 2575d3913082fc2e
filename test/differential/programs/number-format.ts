// Numbers as text
const values = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.5,
  1 / 3,
  100,
  1e5,
  123456789,
  1e20,
  1e21,
  1.5e21,
  123e-20,
  1e-6,
  1e-7,
  1.23e-7,
  5e-324,
  1.7976931348623157e308,
  4.35,
  0.000001234,
  1e100,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  2 ** 64,
  2 ** -44,
  9.5e-7,
  65535.99999,
  1e15 + 0.3,
];
for (const v of values) {
  console.log(
    v,
    String(v),
    `${-v}`,
    v.toFixed(2),
    v.toPrecision(4),
    v.toExponential(3),
    v.toExponential(),
  );
  console.log((Math.abs(v) % 1e9).toString(2), v.toString(16), v.toString(36));
}
for (const d of [0, 1, 5, 10, 20])
  console.log((1.005).toFixed(d), (123.456).toFixed(d), (-1.5).toFixed(d), (1e21).toFixed(d));
for (const p of [1, 2, 5, 17, 21])
  console.log((123.456).toPrecision(p), (0.00001).toPrecision(p), (1e21).toPrecision(p));
for (const bad of [
  () => (1).toFixed(101),
  () => (1).toPrecision(0),
  () => (1).toString(1),
  () => (1).toExponential(-1),
]) {
  try {
    bad();
  } catch (e: any) {
    console.log(e.name, e.message);
  }
}
