// Bitwise operators and shifts over values in and out of the int32 range
const values = [
  0,
  1,
  -1,
  31,
  32,
  33,
  2147483647,
  -2147483648,
  4294967296,
  1.9,
  -1.9,
  NaN,
  Infinity,
  1e20,
  -1e20,
];
for (const a of values) {
  console.log(~a, a | 0, a >>> 0, a << 1, a >> 1, a >>> 1);
  for (const b of values) console.log(a & b, a | b, a ^ b, a << b, a >> b, a >>> b);
}
