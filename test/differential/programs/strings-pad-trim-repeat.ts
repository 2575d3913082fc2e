// padStart, padEnd, trim and its parts over all white space, repeat, concat
for (const n of [0, 3, 5, 7, 8.9, -1, NaN, undefined, "6" as any]) {
  console.log(
    n,
    "abc".padStart(n) + "|",
    "abc".padEnd(n) + "|",
    "abc".padStart(n, "12") + "|",
    "abc".padEnd(n, "12") + "|",
    "abc".padStart(n, "") + "|",
    "abc".padEnd(n, undefined) + "|",
  );
}
const spaces = "\t\n\v\f\r \u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";
console.log(
  (spaces + "x y" + spaces).trim(),
  (spaces + "x").trimStart().length,
  ("x" + spaces).trimEnd().length,
  spaces.trim() === "",
  "\u200bx".trim().length,
  "\u180ex".trim().length,
);
console.log(
  "ab".repeat(0) === "",
  "ab".repeat(2.9),
  "".repeat(5) === "",
  "-".repeat(10),
  "é€".repeat(2),
  "ab".repeat("2" as any),
);
console.log(
  "a".concat(),
  "a".concat("b", "c"),
  "a".concat(1 as any, null as any, undefined as any, [2, 3] as any),
  "".concat("x"),
);
const rows = [
  ["Name", "Qty", "Price"],
  ["apple", "3", "1.50"],
  ["watermelon", "12", "10.25"],
];
const widths = rows[0].map((_, i) => Math.max(...rows.map((r) => r[i].length)));
for (const row of rows)
  console.log(
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(" | "),
  );
const center = (s: string, n: number, fill = " ") =>
  s.padStart(s.length + ((n - s.length) >> 1), fill).padEnd(n, fill);
console.log(
  center("mid", 9, "*") + "|",
  center("even", 9) + "|",
  center("longer than", 4) + "|",
  "5".padStart(3, "0"),
  "-".padEnd(5, "=-"),
);
for (let i = 1; i <= 4; i++) console.log(" ".repeat(4 - i) + "*".repeat(2 * i - 1));
const bar = (n: number) => "█".repeat(Math.round(n / 10)).padEnd(10, "░");
console.log(bar(0), bar(34), bar(100), bar(55).length);
