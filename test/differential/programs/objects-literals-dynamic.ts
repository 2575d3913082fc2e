// Literals: shorthand, computed keys, methods, accessors, spread, __proto__, duplicates
const name = "dynamic";
const n = 3;
const o: any = {
  name,
  n,
  [`${name}Key`]: 1,
  ["a" + n]: "computed",
  [n * 2]: "six",
  method(x: number) {
    return x + this.n;
  },
  get double() {
    return this.n * 2;
  },
  set double(v) {
    this.n = v / 2;
  },
  ["comp" + "Method"]() {
    return "called";
  },
  "quoted-key": true,
  0x10: "hex key",
  1e3: "exp key",
  0.5: "fraction",
  if: "reserved",
  class: "too",
};
o.double = 10;
console.log(o.n, o.method(1), o.compMethod(), o);
console.log(
  { a: 1, a: 2, ["a"]: 3, ...{ a: 4 } } as any,
  { ...{ a: 1, b: 2 }, b: 3 },
  { x: 1, ...{ x: 2 }, ...(false as any), ...(null as any) },
);
const proto = { inherited: true };
const withProto: any = { __proto__: proto, own: 1 };
const notProto: any = { ["__proto__"]: 5 };
const __proto__ = 1;
const shorthand: any = { __proto__ };
console.log(
  withProto.inherited,
  Object.keys(withProto),
  Object.keys(notProto),
  Object.keys(shorthand),
  { __proto__: null } instanceof Object,
);
let calls = "";
const t = (s: string) => ((calls += s), s);
const ordered: any = { [t("a")]: t("1"), [t("b")]: t("2"), ...(t("c") && {}), [t("a")]: t("3") };
console.log(calls, ordered);
const self = { me: () => self, v: 1 };
console.log(self.me() === self, self.me().v, { f() {} }.f.name, { f: () => 1 }.f());
const nested = { a: { b: { c: { d: [{ e: "deep" }] } } } };
console.log(nested.a.b.c.d[0].e, nested["a"]["b"].c["d"].length);
const accessor = {
  get x() {
    return 1;
  },
  x: 2,
} as any;
const accessor2 = {
  x: 2,
  get x() {
    return 1;
  },
} as any;
console.log(accessor.x, accessor2.x, Object.getOwnPropertyDescriptor(accessor2, "x")!.set);
