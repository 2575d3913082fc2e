// encodeURI and friends, structuredClone, isNaN and the like
const samples = [
  "a b",
  "é€😀",
  "a/b?c=d&e=f#g",
  "100%",
  "-_.!~*'()",
  ";,/?:@&=+$#",
  "",
  '<>"`{}|\\^',
  "\u0000\u007f",
];
for (const s of samples)
  console.log(
    encodeURIComponent(s),
    encodeURI(s),
    decodeURIComponent(encodeURIComponent(s)) === s,
    decodeURI(encodeURI(s)) === s,
  );
console.log(
  decodeURIComponent("%41%c3%A9%E2%82%ac"),
  decodeURI("%23%41%2f%20"),
  decodeURIComponent("a+b"),
  encodeURIComponent(5 as any),
  encodeURIComponent(null as any),
  decodeURIComponent("%00").length,
);
for (const bad of ["%", "%4", "%zz", "%c3", "%ff", "%e2%82", "%c0%80", "%ed%a0%80"]) {
  try {
    console.log(decodeURIComponent(bad));
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
try {
  encodeURIComponent("\ud800");
} catch (error: any) {
  console.log(error.name, error.message);
}
const query = (o: Record<string, unknown>) =>
  Object.entries(o)
    .map((kv) => kv.map((x) => encodeURIComponent(String(x))).join("="))
    .join("&");
const parse = (q: string) =>
  Object.fromEntries(
    q.split("&").map((p) => p.split("=").map(decodeURIComponent) as [string, string]),
  );
console.log(query({ q: "a&b=c", n: 1, ü: "ö" }), parse(query({ q: "a&b=c", n: 1, ü: "ö" })));
const original = {
  a: [1, { b: new Map([["k", new Set([1])]]) }],
  n: null,
  u: undefined,
  bytes: new Uint8Array([1, 2]),
  nan: NaN,
};
const clone = structuredClone(original);
console.log(
  clone,
  clone.a !== original.a,
  clone.bytes !== original.bytes,
  structuredClone("s"),
  structuredClone([, 1]),
);
const cyclic: any = { list: [] };
cyclic.list.push(cyclic);
const twin = structuredClone(cyclic);
console.log(twin.list[0] === twin, twin !== cyclic);
class P {
  x = 1;
  m() {}
}
const flat = structuredClone(new P());
console.log(flat, flat instanceof P, Object.getPrototypeOf(flat) === Object.prototype);
const error = structuredClone(new RangeError("cloned"));
console.log(error instanceof RangeError, error.message, error.name);
for (const bad of [() => 1, { f() {} }, Symbol("s")]) {
  try {
    structuredClone(bad);
    console.log("cloned");
  } catch (e: any) {
    console.log(e.name);
  }
}
console.log(
  isNaN("x" as any),
  isNaN(undefined as any),
  isFinite("5" as any),
  isFinite(null as any),
  parseInt("9z"),
  parseFloat(".5.5"),
  [undefined, NaN, Infinity].map((x) => typeof x),
);
