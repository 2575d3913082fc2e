// The functions of strings
const s = "Hello, World";
console.log(
  s.length,
  s[0],
  s[100],
  s.at(-1),
  s.charAt(4),
  s.charCodeAt(1),
  s.codePointAt(0),
  s.indexOf("o"),
  s.indexOf("o", 5),
  s.lastIndexOf("o"),
  s.includes("World"),
  s.startsWith("Hell"),
  s.endsWith("d"),
);
console.log(
  s.slice(1, 4),
  s.slice(-5),
  s.slice(5, 2),
  s.substring(5, 2),
  s.substring(-1, 3),
  s.substr(-5, 3),
  s.toUpperCase(),
  s.toLowerCase(),
);
console.log(
  "  x ".trim() + "|",
  "  x ".trimStart() + "|",
  "  x ".trimEnd() + "|",
  "ab".repeat(3),
  "5".padStart(3, "0"),
  "5".padEnd(4, "ab"),
  "x".padStart(0),
);
console.log(
  "a,b,,c".split(","),
  "abc".split(""),
  "abc".split("b"),
  "a,b,c".split(",", 2),
  "abc".split(undefined as any),
  "".split(","),
  "".split(""),
);
console.log(
  "aXbXc".replace("X", "-"),
  "aXbXc".replaceAll("X", "-"),
  "abc".replace("b", "[$&]"),
  "abc".replace("b", (m) => m.toUpperCase()),
  "aaa".replaceAll("a", (m, i) => String(i)),
);
console.log(
  "abc".concat("d", 1 as any, null as any),
  "a" + 1 + 2,
  1 + 2 + "a",
  `${1}${"b"}${null}`,
);
console.log(
  [..."añ😀b"].length,
  "añ😀b".length,
  Array.from("añ😀"),
  "😀".codePointAt(0),
  "😀".charCodeAt(0),
  String.fromCharCode(72, 105),
  String.fromCodePoint(128512, 97),
);
try {
  "x".repeat(-1);
} catch (e: any) {
  console.log(e.name + ": " + e.message);
}
try {
  String.fromCodePoint(-1);
} catch (e: any) {
  console.log(e.name + ": " + e.message);
}
