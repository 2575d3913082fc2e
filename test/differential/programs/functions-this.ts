// What `this` is: plain call, method call, detached method, call/apply/bind, callbacks, arrows
"use strict";
function who(this: any) {
  return this === undefined
    ? "undefined"
    : this === null
      ? "null"
      : typeof this === "object"
        ? this.name
        : typeof this;
}
const a = { name: "a", who, nested: { name: "nested", who } };
console.log(who(), a.who(), a.nested.who(), (0, a.who)(), a.who(), a["who"]());
const detached = a.who;
console.log(
  detached(),
  who.call(a),
  who.apply(a.nested),
  who.bind(a)(),
  who.bind(a).call(a.nested),
);
console.log(who.call(null), who.call(5), who.call("s"), who.call(true));
class C {
  name = "instance";
  who = who;
  arrow = () => this.name;
  method() {
    return [1].map(() => this.name)[0];
  }
  lost() {
    return [1].map(function (this: any) {
      return this;
    })[0];
  }
  static who = who;
  static arrow = () => this.name;
}
const c = new C();
const { arrow, method } = c;
console.log(c.who(), arrow(), c.method(), c.lost(), C.who === who, C.arrow());
try {
  method();
} catch (error: any) {
  console.log(error.name, error.message);
}
console.log(
  [1, 2].map(
    function (this: any, n) {
      return this.k * n;
    },
    { k: 10 },
  ),
  [3].map((n) => typeof this, a),
);
const chain = {
  total: 0,
  add(n: number) {
    this.total += n;
    return this;
  },
  apply(f: (n: number) => number) {
    this.total = f(this.total);
    return this;
  },
};
console.log(
  chain
    .add(2)
    .add(3)
    .apply((n) => n * n).total,
);
const fns = [
  function (this: any) {
    return this.length;
  },
  who,
];
console.log(fns[0](), (fns as any)["0"]());
