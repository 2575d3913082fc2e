// Loose and strict equality over pairs of values of all types
const shared = {};
const values: [string, any][] = [
  ["undefined", undefined],
  ["null", null],
  ["true", true],
  ["false", false],
  ["0", 0],
  ["-0", -0],
  ["1", 1],
  ["NaN", NaN],
  ["''", ""],
  ["'0'", "0"],
  ["'1'", "1"],
  ["'a'", "a"],
  ["[]", []],
  ["[0]", [0]],
  ["{}", shared],
  ["same {}", shared],
  ["valueOf 1", { valueOf: () => 1 }],
];
for (const [name, a] of values) {
  const loose = values.filter(([, b]) => a == b).map(([other]) => other);
  const strict = values.filter(([, b]) => a === b).map(([other]) => other);
  const same = values.filter(([, b]) => Object.is(a, b)).map(([other]) => other);
  console.log(`${name} == ${loose.join(" ")} | === ${strict.join(" ")} | is ${same.join(" ")}`);
}
console.log(
  null! == 0,
  null! >= 0,
  null! > 0,
  undefined! == 0,
  undefined! >= 0,
  "b" > "a",
  "10" < "9",
  10 < ("9" as any),
);
console.log(
  NaN != NaN,
  NaN !== NaN,
  [1] == (1 as any),
  [1, 2] == ("1,2" as any),
  {} == ("[object Object]" as any),
);
