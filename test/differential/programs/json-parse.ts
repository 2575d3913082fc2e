// JSON.parse: all values, white space, escapes, revivers, errors by name
const texts = [
  "1",
  "-0",
  "1.5e3",
  "1E-2",
  "true",
  "null",
  '"s"',
  "[]",
  "{}",
  ' \t\n\r[ 1 , {"a" : [ ] } ] ',
  '"\\u0041\\n\\"\\\\\\/\\ud83d\\ude00"',
  '{"a":1,"a":2}',
  '{"__proto__":1}',
  '{"1":1,"0":0,"b":2}',
  "123456789012345678901234567890",
  "1e400",
  "-1e-400",
  '"é€😀"',
  "[[[[[[]]]]]]",
  '"\u2028"',
];
for (const text of texts) {
  const value = JSON.parse(text);
  console.log(value, JSON.stringify(value), Object.is(value, -0));
}
const bad = [
  "",
  " ",
  "{",
  "[1,]",
  '{"a":1,}',
  "{'a':1}",
  "01",
  "1.",
  ".5",
  "+1",
  "- 1",
  "tru",
  "nul",
  "undefined",
  "NaN",
  '"',
  '"\\x"',
  '"\\u12"',
  '"\n"',
  "[1 2]",
  '{"a" 1}',
  "1 1",
  "[",
  "]",
  '{"a":}',
  "{1:2}",
  "0x10",
  "/* c */ 1",
  "[1]]",
  "'s'",
  '"\t"',
  "\u00a01",
  "--1",
  "1e",
  '{"a":1 "b":2}',
];
let failures = 0;
for (const text of bad) {
  try {
    console.log("parsed", text, JSON.parse(text));
  } catch (error: any) {
    if (error instanceof SyntaxError) failures++;
  }
}
console.log(
  failures === bad.length,
  JSON.parse("5" as any),
  JSON.parse(5 as any),
  JSON.parse(null as any),
  JSON.parse(["1"] as any),
  JSON.parse({ toString: () => "[2]" } as any),
);
const visited: unknown[] = [];
const revived = JSON.parse('{"a":[1,{"b":2}],"c":"x","drop":0}', function (this: any, key, value) {
  visited.push([key, Array.isArray(this)]);
  return key === "drop" ? undefined : typeof value === "number" ? value * 10 : value;
});
console.log(revived, visited);
console.log(
  JSON.parse("[1,2,3]", (k, v) => (k === "1" ? undefined : v)),
  JSON.parse("1", () => "replaced"),
  JSON.parse('{"a":{"b":1}}', (k, v) => (k === "b" ? { deep: v } : v)),
);
const dates = JSON.parse('{"type":"pt","x":1,"y":2,"list":[{"type":"pt","x":3,"y":4}]}', (k, v) =>
  v?.type === "pt" ? { ...v, length: Math.hypot(v.x, v.y) } : v,
);
console.log(dates);
const proto = JSON.parse('{"__proto__":{"x":1},"constructor":2,"toString":3}');
console.log(
  Object.keys(proto),
  proto.x,
  Object.getPrototypeOf(proto) === Object.prototype,
  Object.hasOwn(proto, "__proto__"),
);
const deep = "[".repeat(200) + "7" + "]".repeat(200);
let value = JSON.parse(deep);
let depth = 0;
while (Array.isArray(value)) {
  value = value[0];
  depth++;
}
console.log(depth, value);
