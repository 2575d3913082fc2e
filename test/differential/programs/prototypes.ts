// Constructors made of functions, prototypes, Object.create
function Person(this: any, name: string) {
  this.name = name;
}
Person.prototype.greet = function () {
  return "hi " + this.name;
};
const p = new (Person as any)("ann");
console.log(p.greet(), p instanceof (Person as any), p.constructor === Person, Object.keys(p), p);
const base = {
  kind: "base",
  hello() {
    return "hello from " + this.kind;
  },
};
const derived: any = { __proto__: base, kind: "derived" };
console.log(derived.hello(), Object.getPrototypeOf(derived) === base, base.isPrototypeOf(derived));
const obj: any = Object.create(derived, {});
obj.kind = "third";
console.log(obj.hello(), derived.kind, Object.getPrototypeOf(Object.getPrototypeOf(obj)) === base);
const method = {
  __proto__: {
    m() {
      return "proto m";
    },
  },
  m() {
    return "own+" + super.m();
  },
} as any;
console.log(method.m());
function F(this: any) {
  if (new.target === undefined) return "called";
  this.t = new.target === (F as any);
}
console.log((F as any)(), new (F as any)().t);
console.log(
  typeof Person.prototype,
  Person.prototype.constructor === Person,
  (() => {}).hasOwnProperty("prototype"),
  Object.getOwnPropertyNames(
    class {
      static s() {}
    },
  ).sort(),
);
const chain: any[] = [];
for (let o: any = new (class A extends class B {} {})(); o; o = Object.getPrototypeOf(o))
  chain.push(o.constructor.name);
console.log(chain);
const dict = Object.create(null);
dict.toString = 1;
console.log("toString" in dict, Object.keys(dict));
function ret(this: any) {
  return [1];
}
console.log(new (ret as any)());
