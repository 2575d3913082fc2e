// String(), toString, concatenation and template conversion of every kind of value
const values: unknown[] = [
  undefined,
  null,
  true,
  0,
  -0,
  1.5,
  NaN,
  -Infinity,
  1e21,
  1e-7,
  123456789012345680000,
  "s",
  [],
  [1, [2, 3]],
  [null],
  {},
  { toString: () => "custom" },
  Object("boxed"),
  Object(5),
  Math.max,
  Object(false),
  new Error("e"),
  new Map(),
  Symbol.iterator.description,
];
for (const v of values)
  console.log(
    String(v) === `${v}`,
    `${v}`.length > 40 ? "long" : `${v}`,
    typeof v,
    "" + v === String(v),
  );
console.log(
  String(Symbol("s")),
  Symbol("s").toString(),
  [String, Number, Boolean].map((f) => f("0")),
  new String("obj") + "",
  typeof new String("x"),
  typeof String(5),
  String(),
  `${[]}|${[[]]}|${[null]}|${[undefined, 1]}`,
);
console.log(
  1 + "2",
  "3" - ("1" as any),
  "3" * ("4" as any),
  +"5" + 1,
  "5" + 1 - 1,
  1 + 2 + "3",
  "1" + 2 + 3,
  [] + "x",
  null + "x",
  true + "1",
  1 + (true as any),
  1 + (null as any),
  1 + undefined!,
  "b" + "a" + +"a" + "a",
);
console.log(
  new String("abc") == "abc",
  new String("abc") === ("abc" as any),
  new String("a") == new String("a"),
  Object("abc")[1],
  Object("abc").length,
  Object.keys(Object("ab")),
  JSON.stringify(Object("j")),
  { ...Object("hi") },
);
const s: any = "primitive";
try {
  s.custom = 1;
} catch (error: any) {
  console.log(error.name, error.message);
}
console.log(
  s.custom,
  s.constructor === String,
  s instanceof String,
  "length" in Object(s),
  s.hasOwnProperty("length"),
  s.valueOf() === s,
  s.toString() === s,
);
console.log(
  (123.456).toString(),
  (255).toString(16),
  true.toString(),
  [1, 2].toString(),
  {}.toString(),
  (() => {}).toString === Function.prototype.toString,
);
