// split and join: separators, limits, round trips
console.log(
  "a,b,c".split(","),
  "a,b,c".split(",", 0),
  "a,b,c".split(",", 2),
  "a,b,c".split(",", -1),
  "a,b,c".split(",", undefined),
  "abc".split(),
  "abc".split(""),
);
console.log(
  ",a,".split(","),
  "".split(","),
  "".split(""),
  ",".split(","),
  "aXXbX".split("X"),
  "aaa".split("a"),
  "aaa".split("aa"),
  "abc".split("abc"),
  "abc".split("abcd"),
);
console.log(
  "1 2  3".split(" "),
  "undefined".split(undefined as any),
  "anullb".split(null as any),
  "a1b1c".split(1 as any),
  "line1\nline2\r\nline3".split("\n"),
  "日本語".split(""),
  "a😀".split(""),
  "é€é".split("€"),
);
console.log(
  ["a", "b"].join(),
  ["a", "b"].join(""),
  ["a"].join("-"),
  [].join("-"),
  [null, undefined, 0, false, [], {}, [1, [2]]].join("|"),
  ["x", "y"].join(undefined),
  ["x", "y"].join(null as any),
);
const csv = "name,age\nann,30\nbob,25";
const [head, ...rows] = csv.split("\n").map((line) => line.split(","));
console.log(rows.map((row) => Object.fromEntries(row.map((v, i) => [head[i], v]))));
const camel = (s: string) =>
  s
    .split("-")
    .map((w, i) => (i ? w[0].toUpperCase() + w.slice(1) : w))
    .join("");
const kebab = (s: string) =>
  [...s].map((c) => (c >= "A" && c <= "Z" ? `-${c.toLowerCase()}` : c)).join("");
const title = (s: string) =>
  s
    .split(" ")
    .filter(Boolean)
    .map((w) => w[0].toUpperCase() + w.slice(1).toLowerCase())
    .join(" ");
console.log(camel("get-user-name"), kebab("getUserName"), title("  hELLO   wORLD "));
const words = "the quick the lazy the end".split(" ");
console.log(
  [...new Set(words)].join(" "),
  words.map((w) => w.length).join("+"),
  words.filter((w) => w !== "the").join("_"),
);
const text = "k1=v1;k2=v2;flag;k3=a=b";
console.log(
  Object.fromEntries(
    text
      .split(";")
      .map((p) =>
        p.includes("=") ? [p.slice(0, p.indexOf("=")), p.slice(p.indexOf("=") + 1)] : [p, true],
      ),
  ),
);
const big = Array.from({ length: 2000 }, (_, i) => i).join(",");
console.log(
  big.length,
  big.split(",").length,
  big
    .split(",")
    .map(Number)
    .reduce((a, b) => a + b),
  big.split("1").length,
  big.split(",").join(",") === big,
);
