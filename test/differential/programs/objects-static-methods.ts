// The functions of Object
const o = { b: 2, a: 1, [Symbol("s")]: 3 };
console.log(
  Object.keys(o),
  Object.values(o),
  Object.entries(o),
  Object.assign({}, o, null, { c: 3 }),
  Object.fromEntries([
    ["x", 1],
    ["y", 2],
  ]),
  Object.fromEntries(new Map([["m", 1]])),
);
const f = Object.freeze({ in: { deep: 1 }, arr: [1] });
f.in.deep = 2;
f.arr.push(2);
console.log(
  f,
  Object.isFrozen(f),
  Object.isFrozen(f.in),
  Object.isSealed(f),
  Object.isExtensible(f),
);
const s: any = Object.seal({ a: 1 });
s.a = 2;
try {
  s.b = 1;
} catch (e: any) {
  console.log(e.message);
}
try {
  delete s.a;
} catch (e: any) {
  console.log(e.message);
}
console.log(s, Object.isSealed(s));
const p: any = Object.preventExtensions({ a: 1 });
try {
  p.z = 1;
} catch (e: any) {
  console.log(e.message);
}
delete p.a;
console.log(p);
const d: any = Object.defineProperty({}, "hidden", { value: 1, enumerable: false });
console.log(d, d.hidden, Object.keys(d), JSON.stringify(d));
try {
  d.hidden = 2;
} catch (e: any) {
  console.log(e.message);
}
try {
  Object.defineProperty(d, "hidden", { value: 3 });
} catch (e: any) {
  console.log(e.message);
}
const c = Object.create(
  {
    greet() {
      return "hi " + (this as any).n;
    },
  },
  { n: { value: "bob", writable: true, enumerable: true, configurable: true } },
);
console.log(c.greet(), c, Object.getPrototypeOf(c).greet.name);
console.log(
  Object.is(NaN, NaN),
  Object.is(0, -0),
  Object.getOwnPropertyNames("ab"),
  Object.getOwnPropertySymbols(o).length,
  Object.hasOwn(o, "a"),
  Object.getOwnPropertyDescriptors({
    get x() {
      return 1;
    },
    y: 2,
  }),
);
console.log(
  Object.prototype.toString.call([]),
  Object.prototype.toString.call(null),
  Object.prototype.toString.call(() => 1),
  Object.prototype.toString.call(1),
  Object.prototype.toString.call("s"),
);
console.log(
  Object("abc") instanceof String,
  Object(1) + 1,
  Object(null),
  { a: 1 }.hasOwnProperty("a"),
  { a: 1 }.propertyIsEnumerable("a"),
  Array.prototype.isPrototypeOf([]),
);
Object.setPrototypeOf(o, { extra: 1 });
console.log((o as any).extra, "extra" in o);
const acc: any = {};
Object.defineProperty(acc, "v", {
  get() {
    return this._v ?? "none";
  },
  set(x) {
    this._v = x;
  },
  enumerable: true,
  configurable: true,
});
acc.v = 4;
console.log(acc.v, acc);
