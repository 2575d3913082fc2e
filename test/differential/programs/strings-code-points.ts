// UTF-16: surrogates, fromCodePoint, iteration, well-formedness, comparison
const s = "a😀é\u0301𝒳z";
console.log(
  s.length,
  [...s].length,
  [...s].map((c) => c.codePointAt(0)!.toString(16)),
  s.split("").length,
);
for (let i = 0; i < s.length; i++) console.log(i, s.charCodeAt(i), s.codePointAt(i));
console.log(
  String.fromCodePoint(0x1f600, 97, 0x10ffff).length,
  String.fromCharCode(0xd83d, 0xde00),
  String.fromCharCode(65536 + 65),
  String.fromCharCode(-1).charCodeAt(0),
  String.fromCharCode(66.9),
  String.fromCharCode(),
  String.fromCodePoint(),
);
for (const bad of [-1, 1.5, 0x110000, NaN, "x" as any]) {
  try {
    console.log(String.fromCodePoint(bad));
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
const high = "\ud83d";
const low = "\ude00";
console.log(
  high + low === "😀",
  (high + low).length,
  [...(low + high)].length,
  (high + "x").isWellFormed(),
  (high + low).isWellFormed(),
  (high + "x").toWellFormed() === "\ufffdx",
);
let built = "";
for (const unit of [0xd83d, 0xde00, 0x41]) built += String.fromCharCode(unit);
console.log(
  built,
  built === "😀A",
  [...built].length,
  "😀" < "\uffff",
  "😀" > "z",
  "a" < "á",
  "Z" < "a",
);
const caesar = (text: string, by: number) =>
  [...text]
    .map((c) => {
      const base = c >= "a" && c <= "z" ? 97 : c >= "A" && c <= "Z" ? 65 : 0;
      return base ? String.fromCharCode(((c.charCodeAt(0) - base + by + 26) % 26) + base) : c;
    })
    .join("");
console.log(caesar("Hello, Wörld!", 3), caesar(caesar("xyz ABC", 5), -5));
const utf8 = (text: string) =>
  [...text].flatMap((c) => {
    const p = c.codePointAt(0)!;
    if (p < 0x80) return [p];
    if (p < 0x800) return [0xc0 | (p >> 6), 0x80 | (p & 63)];
    if (p < 0x10000) return [0xe0 | (p >> 12), 0x80 | ((p >> 6) & 63), 0x80 | (p & 63)];
    return [0xf0 | (p >> 18), 0x80 | ((p >> 12) & 63), 0x80 | ((p >> 6) & 63), 0x80 | (p & 63)];
  });
console.log(
  utf8("aé€😀")
    .map((b) => b.toString(16))
    .join(" "),
  encodeURIComponent("aé€😀") ===
    utf8("aé€😀")
      .map((b) => (b === 97 ? "a" : "%" + b.toString(16).toUpperCase()))
      .join(""),
);
console.log(
  "\x41\u{1F600}\u00e9\0".length,
  "\
continued",
  'it\'s "q"',
  "tab\there",
  "\q" as string,
  "back\\slash",
);
