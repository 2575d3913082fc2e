// Number.prototype.toString with a radix and parseInt back
for (const n of [
  0,
  1,
  7,
  255,
  -255,
  4095,
  2147483647,
  -2147483648,
  4294967296,
  2 ** 53 - 1,
  1e21,
]) {
  console.log([2, 3, 8, 10, 16, 32, 36].map((radix) => n.toString(radix)).join(" "));
}
for (const n of [0.5, -0.5, 0.1, 255.255, 1e-7, 3.14159, 1e-10]) {
  console.log([2, 3, 16, 36].map((radix) => n.toString(radix)).join(" "));
}
for (let radix = 2; radix <= 36; radix++) {
  const text = (123456789).toString(radix);
  if (parseInt(text, radix) !== 123456789) console.log("wrong", radix, text);
}
for (const radix of [1, 37, 0, NaN]) {
  try {
    console.log((10).toString(radix));
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
console.log(
  NaN.toString(2),
  Infinity.toString(16),
  (-Infinity).toString(36),
  (25).toString(undefined),
);
const pad = (n: number) => (n >>> 0).toString(2).padStart(32, "0");
console.log(pad(5), pad(-5), pad(-2147483648));
const hex = (r: number, g: number, b: number) =>
  "#" + [r, g, b].map((c) => c.toString(16).padStart(2, "0")).join("");
console.log(hex(255, 128, 0), hex(1, 2, 3));
