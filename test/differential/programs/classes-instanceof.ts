// instanceof with hierarchies, Symbol.hasInstance, changed prototypes, bound constructors
class A {}
class B extends A {}
const a = new A();
const b = new B();
console.log(
  a instanceof A,
  a instanceof B,
  b instanceof A,
  b instanceof B,
  B.prototype instanceof A,
  (B as any) instanceof A,
);
class Even {
  static [Symbol.hasInstance](x: any) {
    return typeof x === "number" && x % 2 === 0;
  }
}
console.log((2 as any) instanceof Even, (3 as any) instanceof Even, new Even() instanceof Even);
const duck = { [Symbol.hasInstance]: (x: any) => x?.quack !== undefined } as any;
console.log({ quack: 1 } instanceof duck, {} instanceof duck, null instanceof duck);
function F() {}
const f = new (F as any)();
const Bound: any = (F as any).bind(null);
console.log(f instanceof (F as any), f instanceof Bound, new Bound() instanceof (F as any));
F.prototype = {};
console.log(f instanceof (F as any), new (F as any)() instanceof (F as any));
Object.setPrototypeOf(a, B.prototype);
console.log(a instanceof B, Object.create(null) instanceof Object, Object.create(b) instanceof B);
console.log(
  [] instanceof Array,
  [] instanceof Object,
  new Map() instanceof Map,
  "" instanceof (String as any),
  new TypeError() instanceof Error,
  (() => 1) instanceof Function,
);
const kinds: [string, (x: unknown) => boolean][] = [
  ["array", (x) => x instanceof Array],
  ["error", (x) => x instanceof Error],
  ["map", (x) => x instanceof Map],
  ["object", (x) => x instanceof Object],
];
for (const x of [[], new RangeError("r"), new Map(), {}, 5, null]) {
  console.log(kinds.filter(([, is]) => is(x)).map(([name]) => name));
}
console.log(A.prototype.isPrototypeOf(b), Function.prototype[Symbol.hasInstance].call(A, b));
