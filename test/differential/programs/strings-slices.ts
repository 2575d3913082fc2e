// slice, substring, substr, at, charAt, indexing: negative, fractional, missing arguments
const s = "abcdef";
for (const a of [
  0,
  2,
  -2,
  6,
  10,
  1.7,
  NaN,
  undefined,
  null as any,
  "3" as any,
  -Infinity,
  Infinity,
]) {
  console.log(
    a,
    s.slice(a),
    s.substring(a),
    s.substr(a),
    s.slice(a, 4),
    s.substring(a, 4),
    s.substr(a, 2),
    s.slice(1, a),
    s.substring(3, a),
    s.at(a),
    s.charAt(a),
    s.charCodeAt(a),
    s.codePointAt(a),
  );
}
console.log(
  s[0],
  s[5],
  s[6],
  s[-1],
  (s as any)["1"],
  (s as any)[1.5],
  (s as any)["01"],
  s["length"],
  2 in Object(s),
  s.at(),
);
console.log("".slice(0, 1), "".at(0), "".charAt(0) === "", "".charCodeAt(0), "".substring(0), [
  ..."".split(""),
]);
const truncate = (text: string, n: number) =>
  text.length <= n ? text : text.slice(0, n - 1) + "…";
console.log(
  truncate("hello", 5),
  truncate("hello world", 8),
  truncate("", 3),
  truncate("ééééé", 3),
);
const reverse = (text: string) => [...text].reverse().join("");
const palindrome = (text: string) => {
  const letters = [...text.toLowerCase()].filter((c) => c >= "a" && c <= "z").join("");
  return letters === reverse(letters);
};
console.log(
  reverse("abc"),
  reverse("a😀b"),
  palindrome("A man, a plan, a canal: Panama"),
  palindrome("nope"),
);
const wide = "x" + "€".repeat(10) + "y";
console.log(
  wide.slice(0, 3),
  wide.slice(-2),
  wide.slice(1, 4).length,
  wide.substring(11),
  wide[11],
  wide.slice(0, 1) + wide.slice(-1),
  wide.at(-2),
);
const emoji = "👍🏽é";
console.log(
  emoji.length,
  [...emoji].length,
  emoji.slice(0, 2),
  emoji.slice(0, 1) === "\ud83d",
  emoji.charCodeAt(0),
  emoji.codePointAt(0),
  emoji.codePointAt(1),
  emoji.at(-1),
);
const pieces: string[] = [];
for (let i = 0; i < s.length; i += 2) pieces.push(s.slice(i, i + 2));
console.log(
  pieces,
  s.slice(1, -1).slice(1, -1),
  s.slice(4) + s.slice(0, 4),
  s.slice(0, -10) === "",
);
