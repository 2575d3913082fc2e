// parseInt and parseFloat: prefixes, junk, radixes, white space
const texts = [
  "42",
  "  42abc",
  "-17.9",
  "0x1F",
  "0x",
  "08",
  "1e3",
  "",
  "abc",
  "+5",
  "--5",
  "3.14.15",
  ".5",
  "5.",
  "Infinityx",
  "-Infinity",
  "1e",
  "1e+",
  "1e-2x",
  "\t\n 7",
  "9007199254740993",
  "123456789012345678901234567890",
  "0.1e1",
  "\u00a05",
  "_1",
  "0b11",
];
for (const text of texts)
  console.log(JSON.stringify(text), parseInt(text), parseFloat(text), Number(text));
for (const radix of [2, 8, 10, 16, 36, 0, 1, 37])
  console.log(
    radix,
    parseInt("101", radix),
    parseInt("0x10", radix),
    parseInt("zz", radix),
    parseInt("19", radix),
  );
console.log(
  parseInt("12", 2),
  parseInt("2", 2),
  parseInt("-ff", 16),
  parseInt(null as any, 36),
  parseInt("1".repeat(400)),
  parseInt("0.00000001"),
  parseInt(0.0000005 as any),
);
console.log(
  ["1", "2", "3"].map(Number),
  ["1", "2", "3"].map(parseFloat),
  ["1", "2", "3"].map((t) => parseInt(t)),
  ["1", "2", "3"].map(parseInt as any),
);
console.log(
  parseFloat("1.7976931348623159e308"),
  parseFloat("2.5e-324"),
  parseFloat("2.4e-324"),
  parseFloat("4.9e-324"),
  parseFloat("0.30000000000000004"),
  parseFloat("2.2250738585072011e-308"),
);
console.log(
  parseFloat([1.5, 2] as any),
  parseInt({ toString: () => "77z" } as any),
  parseFloat("  -.5e-1zz"),
  parseFloat("-0"),
  Object.is(parseFloat("-0"), -0),
  Object.is(parseInt("-0"), -0),
);
