// Operators over values of all types: conversion, comparison, concatenation
const values: any[] = [
  undefined,
  null,
  true,
  false,
  "",
  "12",
  " 7 ",
  "0x1f",
  "1e3",
  "abc",
  [],
  [5],
  [1, 2],
  {},
];
for (const a of values) {
  console.log(+a, -a, a * 2, a - 1, a + 1, a + "x", String(a), Number(a), !a, typeof a);
}
for (const a of values)
  for (const b of values) console.log(String(a + b), a == b, a === b, a < b, a <= b, a > b, a >= b);
