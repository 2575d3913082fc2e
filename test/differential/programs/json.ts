// JSON.stringify and JSON.parse
const v = {
  s: 'q"\\\n\u0001é',
  n: 1.5,
  neg: -0,
  nan: NaN,
  inf: Infinity,
  t: true,
  nu: null,
  u: undefined,
  f: () => 1,
  a: [1, undefined, () => 1, null, [], {}],
  o: { nested: { x: [] } },
  d: {
    toJSON(k: string) {
      return "json:" + k;
    },
  },
};
console.log(JSON.stringify(v));
console.log(JSON.stringify(v, null, 2));
console.log(
  JSON.stringify(v, ["s", "o", "nested"]),
  JSON.stringify(v, (k, x) => (typeof x === "number" ? x + 1 : x)),
  JSON.stringify([1, [2]], null, "--"),
  JSON.stringify("x"),
  JSON.stringify(undefined),
  JSON.stringify(null),
  JSON.stringify(() => 1),
  JSON.stringify({ a: [] }, null, 2),
  JSON.stringify([], null, 2),
  JSON.stringify({}, null, 2),
);
console.log(
  JSON.parse('{"a":[1,2,{"b":null}],"c":"\\u0041\\n","d":-1.5e2,"__proto__":1,"a":2}'),
  JSON.parse(" [1 , 2 ] "),
  JSON.parse('"x"'),
  JSON.parse("0"),
  JSON.parse('{"k":1,"10":2,"9":3}'),
  JSON.parse("[1,[2,[3]]]", (k, x) => (Array.isArray(x) ? x.length : x)),
  JSON.parse('{"a":1,"b":2}', function (k, x) {
    return k === "a" ? undefined : x;
  }),
);
for (const bad of [
  "",
  "{",
  "[1,]",
  '{"a":1,}',
  "nul",
  "01",
  "1.",
  "'a'",
  '"\n"',
  "[1 2]",
  "{a:1}",
  "tru",
  '"abc',
  "1e",
  "-",
  "\u00a01",
  "[1]]",
]) {
  try {
    console.log(JSON.parse(bad));
  } catch (e: any) {
    console.log(JSON.stringify(bad), e.name);
  }
}
const cyc: any = { a: {} };
cyc.a.b = cyc;
try {
  JSON.stringify(cyc);
} catch (e: any) {
  console.log(e.name, e.message.split("\n")[0]);
}
console.log(
  JSON.stringify({
    m: new Map([[1, 2]]),
    s: new Set([1]),
    e: new Error("x"),
    i: Object(1),
    st: Object("s"),
  }),
  JSON.stringify("\u2028\ud800"),
  JSON.stringify({ [Symbol("x")]: 1, y: Symbol("z") }),
);
class P {
  x = 1;
  #y = 2;
  get z() {
    return 3;
  }
  toJSON() {
    return { ...this, y: this.#y };
  }
}
console.log(JSON.stringify(new P()), JSON.stringify({ date: 1, arr: new Array(3) }));
