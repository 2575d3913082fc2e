// JSON.stringify: values left out, replacers, indents, toJSON, boxed values, escapes, order
console.log(
  JSON.stringify({
    u: undefined,
    f: () => 1,
    s: Symbol("s"),
    n: null,
    nan: NaN,
    inf: -Infinity,
    neg: -0,
    nested: { deep: [undefined, () => 1, NaN] },
  }),
);
console.log(
  JSON.stringify(undefined),
  JSON.stringify(() => 1),
  JSON.stringify(null),
  JSON.stringify("s"),
  JSON.stringify([undefined]),
  JSON.stringify(NaN),
  JSON.stringify(Symbol()),
  JSON.stringify(-0),
  JSON.stringify(1e21),
  JSON.stringify(1e-7),
);
console.log(
  JSON.stringify({ b: 1, a: 2, 1: 3 }),
  JSON.stringify([, 1]),
  JSON.stringify({ [Symbol("k")]: 1, k: 2 }),
  JSON.stringify(
    Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } }),
  ),
);
console.log(
  JSON.stringify({ a: 1, b: { a: 2, c: 3 }, c: [{ a: 4, z: 5 }] }, ["a", "b"]),
  JSON.stringify({ 1: "x", 2: "y" }, [1] as any),
  JSON.stringify([1, 2], []),
  JSON.stringify({ a: [] }, null, 2),
  JSON.stringify({}, null, 2),
  JSON.stringify([[]], null, 1),
);
for (const indent of [
  0,
  2,
  20,
  "\t",
  "--",
  "123456789012345",
  "",
  true as any,
  Object(1),
  null as any,
])
  console.log(JSON.stringify({ a: [1, { b: 2 }] }, null, indent));
console.log(
  JSON.stringify({ a: 1, b: "x", c: [1, 2], d: null }, (k, v) =>
    k === "" ? v : typeof v === "number" ? v * 10 : v === "x" ? undefined : v,
  ),
);
const seen: string[] = [];
JSON.stringify({ a: [1, { b: 2 }] }, function (this: any, k, v) {
  seen.push(`${Array.isArray(this) ? "array" : typeof this}.${k}`);
  return v;
});
console.log(
  seen,
  JSON.stringify(1, (k, v) => (k === "" ? [v] : v)),
  JSON.stringify({ a: 1 }, (k, v) => (k === "a" ? { v } : v)) !== "",
);
const when = { toJSON: (key: string) => `key=${key}` };
console.log(
  JSON.stringify(when),
  JSON.stringify({ x: when, list: [when] }),
  JSON.stringify({ toJSON: 5 }),
  JSON.stringify({ toJSON: () => undefined }),
  JSON.stringify({ a: { toJSON: () => ({ toJSON: () => "not again" }) } }),
);
console.log(
  JSON.stringify([
    Object("s"),
    Object(1),
    Object(true),
    new Map([[1, 2]]),
    new Set([1]),
    new Error("e"),
    new Uint8Array([1, 2]),
  ]),
);
console.log(
  JSON.stringify(
    'quote " back \\ slash / \b\f\n\r\t \u0000\u001f\u007f\u2028 é 😀 \ud800 x \udc00',
  ),
  JSON.stringify({ 'key "q"\n': 1 }),
);
class P {
  #hidden = 1;
  x = 1;
  get g() {
    return 2;
  }
  m() {}
}
console.log(
  JSON.stringify(new P()),
  JSON.stringify({
    get g() {
      return "getter";
    },
  }),
  JSON.stringify(Object.assign(() => 1, { x: 1 })),
  JSON.stringify([new P(), [new P()]]),
);
const cyclic: any = { name: "c" };
cyclic.self = cyclic;
const longer: any = { list: [] };
longer.list.push({ back: longer });
for (const bad of [cyclic, longer]) {
  try {
    JSON.stringify(bad);
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
const shared = { s: 1 };
console.log(JSON.stringify([shared, shared, { shared }]));
