// replace and replaceAll with strings: patterns in the replacement, functions, empty searches
console.log(
  "a-b-c".replace("-", "+"),
  "a-b-c".replaceAll("-", "+"),
  "aaa".replace("a", ""),
  "aaa".replaceAll("aa", "b"),
  "abc".replace("x", "y"),
  "abc".replaceAll("x", "y"),
);
console.log(
  "abc".replace("b", "[$&]"),
  "abc".replace("b", "[$`]"),
  "abc".replace("b", "[$']"),
  "abc".replace("b", "$$"),
  "abc".replace("b", "$1"),
  "abc".replace("b", "$"),
  "abcabc".replaceAll("b", "<$&$$>"),
  "a.b".replaceAll(".", "$`"),
);
console.log(
  "abc".replace("", "_"),
  "abc".replaceAll("", "_"),
  "".replaceAll("", "x"),
  "".replace("", "x"),
  "abc".replace("abc", ""),
);
const calls: unknown[] = [];
console.log(
  "x1y1".replaceAll("1", (match, at, whole) => (calls.push([match, at, whole]), `${at}`)),
  calls,
);
console.log(
  "abc".replace("b", () => "$&"),
  "abc".replace("b", () => undefined as any),
  "abc".replace("b", (m) => m.toUpperCase().repeat(2)),
  "a b".replaceAll(" ", (() => 5) as any),
);
console.log(
  "null".replace(null as any, "x"),
  "a1".replace(1 as any, 2 as any),
  "undefined".replaceAll(undefined as any, null as any),
  "true".replace("t", true as any),
);
const escape = (s: string) =>
  s
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
console.log(
  escape(`<a href="x">&</a>`),
  "😀x😀".replaceAll("😀", ":)"),
  "é€é".replaceAll("é", "e"),
  "日本".replace("本", "x"),
);
const fill = (template: string, values: Record<string, unknown>) =>
  Object.entries(values).reduce((t, [k, v]) => t.replaceAll(`{${k}}`, String(v)), template);
console.log(fill("{a} + {b} = {c} ({a})", { a: 1, b: 2, c: 3 }), fill("{x}", {}));
console.log(
  "tel: 123-456"
    .split("")
    .map((c) => (c >= "0" && c <= "9" ? "#" : c))
    .join(""),
  "a\nb\tc".replaceAll("\n", "\\n").replace("\t", "\\t"),
);
const squeeze = (s: string) => {
  while (s.includes("  ")) s = s.replaceAll("  ", " ");
  return s.trim();
};
console.log(
  squeeze("  a   b      c "),
  "aXbX".replace("X", "$'$`"),
  "ab".repeat(3).replaceAll("ba", "-"),
);
