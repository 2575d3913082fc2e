// Ordering and equality of strings: code units, lengths, built and sliced strings
const words = [
  "banana",
  "apple",
  "Apple",
  "",
  "app",
  "10",
  "9",
  "äpfel",
  "zoo",
  "😀",
  "\uffff",
  "app\u0000",
];
console.log(
  words.toSorted(),
  words.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)),
);
for (const [a, b] of [
  ["a", "b"],
  ["a", "a"],
  ["a", "aa"],
  ["", "a"],
  ["Z", "a"],
  ["10", "9"],
  ["é", "z"],
  ["abc", "abd"],
]) {
  console.log(a, b, a < b, a <= b, a > b, a >= b, a === b, a == b);
}
const built = ["hel", "lo"].join("");
const rope = "he" + "l".repeat(2) + String.fromCharCode(111);
const sliced = "xxhelloxx".slice(2, -2);
console.log(
  built === "hello",
  rope === built,
  sliced === rope,
  built < rope,
  new Set([built, rope, sliced, "hello"]).size,
  new Map([[built, 1]]).get(sliced),
  ({ hello: 2 } as any)[rope],
);
console.log(
  "2" > "12",
  2 > ("12" as any),
  "2" > (12 as any),
  "a" > (1 as any),
  "" < (1 as any),
  null! < ("1" as any),
  "abc" < ("abd" as any) && "abd" < "abe",
);
console.log(
  "a".localeCompare("b"),
  "b".localeCompare("a"),
  "a".localeCompare("a"),
  ["c", "a", "b"].sort((x, y) => x.localeCompare(y)),
);
const latin = "caf\u00e9";
const wide = "caf\u00e9€".slice(0, 4);
console.log(
  latin === wide,
  latin < wide,
  latin.length,
  wide.length,
  new Set([latin, wide]).size,
  latin + wide === wide + latin,
);
const min = (list: string[]) => list.reduce((a, b) => (b < a ? b : a));
console.log(
  min(words.filter(Boolean)),
  Math.max(...words.map((w) => w.length)),
  words.indexOf("apple"),
  words.findIndex((w) => w > "b"),
);
const natural = (a: string, b: string) => Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0);
console.log(
  ["10", "9", "1", "100", "2"].sort(natural),
  ["b10", "b9", "a1"].sort((a, b) =>
    a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : Number(a.slice(1)) - Number(b.slice(1)),
  ),
);
