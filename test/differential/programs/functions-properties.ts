// Functions are objects: own properties, prototype, identity, toString
function counter() {
  counter.calls++;
  return counter.calls;
}
counter.calls = 0;
counter();
counter();
console.log(
  counter.calls,
  Object.keys(counter),
  "calls" in counter,
  delete (counter as any).calls,
  "calls" in counter,
);
const cache: any = (n: number) => (cache.seen[n] ??= n * n);
cache.seen = {};
console.log(cache(3), cache(4), cache(3), cache.seen);
function Old(this: any, v: number) {
  this.v = v;
}
Old.prototype.double = function () {
  return this.v * 2;
};
Old.create = (v: number) => new (Old as any)(v);
const old = Old.create(21);
console.log(
  old.double(),
  old.constructor === Old,
  Object.getPrototypeOf(old) === Old.prototype,
  old instanceof (Old as any),
);
Old.prototype = { replaced: true } as any;
console.log(new (Old as any)(1).replaced, old.replaced, old instanceof (Old as any));
const a = () => 1;
const b = () => 1;
console.log(
  a === b,
  a === a,
  [a, b].indexOf(b),
  new Map([[a, "a"]]).get(a),
  typeof a.prototype,
  "prototype" in a,
);
try {
  new (a as any)();
} catch (error: any) {
  console.log(error.name, error.message);
}
try {
  new (({ m() {} }) as any).m();
} catch (error: any) {
  console.log(error.name, error.message);
}
console.log(
  Object.getPrototypeOf(a) === Function.prototype,
  a instanceof Function,
  a.constructor === Function,
);
console.log(a, counter, Old, class Named {}, class extends Array {}, Math.max, { f: a, g() {} });
