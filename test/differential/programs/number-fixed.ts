// toFixed: rounding of ties, signs, large and tiny values
const values = [
  0,
  -0,
  0.5,
  1.5,
  2.5,
  -1.5,
  1.005,
  1.255,
  10.235,
  1.45,
  8.345,
  0.000001,
  123.456,
  1e20,
  1e21,
  -1e-10,
  0.1 + 0.2,
];
for (const v of values)
  console.log(v, v.toFixed(), v.toFixed(1), v.toFixed(2), v.toFixed(5), v.toFixed(20));
console.log(
  (1e-7).toFixed(10),
  (5e-324).toFixed(3),
  (123456789012345680000).toFixed(2),
  NaN.toFixed(2),
  (-Infinity).toFixed(1),
);
console.log(
  (0.5).toFixed(0),
  (1.5).toFixed(0),
  (2.5).toFixed(0),
  (-0.5).toFixed(0),
  (0.49999999999999994).toFixed(0),
);
console.log((1.1).toFixed(50), (0.3).toFixed(100).length);
for (const digits of [-1, 101, Infinity]) {
  try {
    console.log((1).toFixed(digits));
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
const money = (n: number) => {
  const [whole, cents] = Math.abs(n).toFixed(2).split(".");
  let grouped = "";
  for (let i = 0; i < whole.length; i++) {
    if (i > 0 && (whole.length - i) % 3 === 0) grouped += ",";
    grouped += whole[i];
  }
  return `${n < 0 ? "-" : ""}$${grouped}.${cents}`;
};
console.log(money(0), money(1234.5), money(-1234567.891), money(999999.995));
