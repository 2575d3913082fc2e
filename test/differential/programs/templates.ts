// Template literals
const n = 5,
  s = "str";
console.log(
  `a${n}b${s}c${n + 1}`,
  ``,
  `${n}`,
  `line1
line2`,
  `nested ${`inner ${n}`}`,
  `\u0041\t${"`"}`,
  `${[1, 2]} ${{}} ${null} ${undefined} ${true} ${Math.max}`,
);
console.log(
  `${{ toString: () => "ts", valueOf: () => "vo" }}`,
  "" + { toString: () => "ts", valueOf: () => "vo" },
);
