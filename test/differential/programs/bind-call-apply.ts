// call, apply and bind: this, arguments, bound constructors
function show(this: any, ...a: any[]) {
  return [this?.id, ...a].join();
}
const b = show.bind({ id: 1 }, "x");
console.log(
  b("y"),
  b.name,
  b.length,
  show.call({ id: 2 }, 1, 2),
  show.apply({ id: 3 }, [4, 5]),
  show.apply(null),
  show.call(undefined),
);
const bb = b.bind({ id: 9 }, "z");
console.log(bb(), bb.name);
class C {
  v: any;
  constructor(v: any, w: any) {
    this.v = [v, w];
  }
}
const BC: any = C.bind(null, 1);
console.log(new BC(2), new BC(2) instanceof C, BC.name);
console.log(
  Math.max.apply(null, [1, 5, 2]),
  Array.prototype.slice.call([1, 2, 3], 1),
  Array.prototype.concat.call([1], [2]),
  [].slice.call("abc"),
  Function.prototype.call.call(show, { id: "fc" }, "q"),
);
const unbound = {
  id: 7,
  get() {
    return (this as any)?.id;
  },
}.get;
console.log(unbound());
const o = {
  id: "o",
  arrow: () => typeof this,
  m() {
    return (() => this.id)();
  },
};
console.log(o.arrow(), o.m());
console.log(
  ((...args: any[]) => args.length).call(null, 1, 2, 3),
  function (this: any) {
    return typeof this;
  }.call(5),
  function () {
    return 1;
  }
    .toString()
    .startsWith("function"),
);
