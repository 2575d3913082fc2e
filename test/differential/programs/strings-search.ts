// indexOf, lastIndexOf, includes, startsWith, endsWith: positions and conversions
const s = "the cat sat on the mat";
for (const what of ["the", "at", "", "z", "t"]) {
  console.log(
    what,
    s.indexOf(what),
    s.lastIndexOf(what),
    s.includes(what),
    s.startsWith(what),
    s.endsWith(what),
    s.indexOf(what, 5),
    s.lastIndexOf(what, 5),
  );
}
for (const from of [-5, 0, 1.9, 21, 22, 23, 100, NaN, Infinity, undefined, "4" as any]) {
  console.log(
    from,
    s.indexOf("at", from),
    s.lastIndexOf("at", from),
    s.includes("mat", from),
    s.startsWith("cat", from),
    s.endsWith("the", from),
    s.indexOf("", from),
    s.lastIndexOf("", from),
  );
}
console.log(
  "undefined".indexOf(undefined as any),
  "null".includes(null as any),
  "a1b".indexOf(1 as any),
  "x,y".includes(["x", "y"] as any),
  "true!".startsWith(true as any),
);
console.log(
  "aaaa".lastIndexOf("aa"),
  "aaaa".indexOf("aa", 1),
  "abcabc".lastIndexOf("abc", 2),
  "".indexOf(""),
  "".lastIndexOf(""),
  "".includes(""),
  "".endsWith(""),
);
const positions = (text: string, part: string) => {
  const out: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) out.push(at);
  return out;
};
console.log(positions(s, "at"), positions("aaaa", "aa"), positions("abc", "x"));
console.log(
  "日本語テキスト".indexOf("語"),
  "日本語".includes("本"),
  "naïve café".lastIndexOf("é"),
  "a😀b😀".indexOf("😀", 2),
  "a😀".indexOf("\ude00"),
  "ÿ€".indexOf("€"),
);
const long = "ab".repeat(5000) + "needle" + "ab".repeat(5000);
console.log(
  long.indexOf("needle"),
  long.lastIndexOf("needle"),
  long.includes("abneedlea"),
  long.indexOf("aba", 9999),
  long.split("needle").map((p) => p.length),
);
const between = (text: string, open: string, close: string) => {
  const from = text.indexOf(open);
  const to = text.indexOf(close, from + open.length);
  return from < 0 || to < 0 ? undefined : text.slice(from + open.length, to);
};
console.log(between("a [b] c", "[", "]"), between("<<x>>", "<<", ">>"), between("none", "(", ")"));
