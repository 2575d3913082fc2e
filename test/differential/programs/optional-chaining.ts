// Optional chaining
const o: any = { a: { b: () => ({ c: 1 }), n: null }, arr: [1, [2]], f: null };
console.log(
  o?.a?.b?.().c,
  o.x?.y.z.w,
  o.a.n?.foo.bar(),
  o.f?.(),
  o.arr?.[1]?.[0],
  o.nope?.[0].x,
  o?.["a"]?.["n"],
);
let count = 0;
const inc = () => count++;
o.zzz?.[inc()];
o.zzz?.foo(inc());
console.log(count);
console.log(delete o?.a?.n, "n" in o.a, delete o.q?.r, (o.a?.b)().c, o.a?.b().c);
const u: any = undefined;
console.log(u?.x, u?.(), u?.[0], typeof u?.x, u?.x ?? "default");
class A {
  #p = 1;
  static read(x?: A) {
    const v = x?.#p;
    return v;
  }
  m() {
    const v = this?.#p;
    return v;
  }
}
console.log(A.read(new A()), A.read(undefined), new A()?.m());
try {
  o.missing.x;
} catch (e: any) {
  console.log(e.message);
}
try {
  o?.missing.x;
} catch (e: any) {
  console.log(e.message);
}
try {
  o.a?.zip();
} catch (e: any) {
  console.log(e.message);
}
const self = {
  v: 5,
  get() {
    return this.v;
  },
};
console.log(self?.get(), self.get?.(), (self?.get)());
