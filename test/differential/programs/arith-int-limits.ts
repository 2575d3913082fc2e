// int32 arithmetic that leaves and re-enters the small-integer range
const values = [0, -0, 1, -1, 2147483647, -2147483648, 2147483648, 4294967295, 1e9, -1e9];
for (const a of values) {
  for (const b of values) {
    console.log(a, b, a + b, a - b, a * b, a / b, a % b);
  }
}
let i = 2147483646;
for (let k = 0; k < 4; k++) console.log(i++, i);
let j = -2147483647;
for (let k = 0; k < 4; k++) console.log(j--, j);
