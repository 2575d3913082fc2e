// What a place in the code has learned of shapes and prototypes must not outlive their changes.

type Any = any;

function get(o: Any): Any {
  return o.value;
}
function call(o: Any): Any {
  return o.work(1);
}
function put(o: Any, v: Any): void {
  o.value = v;
}
function lengthOf(o: Any): Any {
  return o.length;
}
function shorten(o: Any, n: number): void {
  o.length = n;
}
function stackOf(o: Any): Any {
  return typeof o.stack;
}
function label(o: Any): Any {
  return o.name;
}

class Base {
  work(n: number): Any {
    return `base ${n}`;
  }
  get value(): Any {
    return "base value";
  }
  set value(v: Any) {
    (this as Any).kept = `base ${v}`;
  }
}
class Middle extends Base {}
class Leaf extends Middle {
  own = 1;
}

// --- prototypes that change while they are cached ---
{
  const one = new Leaf();
  for (let i = 0; i < 3; i++) console.log(call(one), get(one));
  (Middle.prototype as Any).work = function (n: number) {
    return `middle ${n + this.own}`;
  };
  for (let i = 0; i < 3; i++) console.log(call(one));
  delete (Middle.prototype as Any).work;
  console.log(call(one));
  Object.defineProperty(Leaf.prototype, "value", {
    get: () => "leaf value",
    set(v) {
      this.kept = `leaf ${v}`;
    },
    configurable: true,
  });
  console.log(get(one), get(new Middle()));
  put(one, 1);
  console.log((one as Any).kept);
  delete (Leaf.prototype as Any).value;
  put(one, 2);
  console.log(get(one), (one as Any).kept);
  Base.prototype.work = () => "replaced";
  console.log(call(one), call(new Base()));
  Object.setPrototypeOf(Leaf.prototype, {
    work: () => "another chain",
  });
  console.log(call(one), get(one));
  put(one, 3);
  console.log(get(one), Object.keys(one));
}

// --- stores that add, until a prototype has a say ---
{
  class Point {}
  const add = (v: number): Any => {
    const p: Any = new Point();
    p.value = v;
    return p;
  };
  for (let i = 0; i < 3; i++) console.log(Object.keys(add(i)).join());
  Object.defineProperty(Point.prototype, "value", {
    set(v) {
      this.other = v;
    },
    configurable: true,
  });
  console.log(Object.keys(add(3)).join());
  Object.defineProperty(Point.prototype, "value", { value: 0, writable: false });
  try {
    add(4);
  } catch (e) {
    console.log((e as Error).name);
  }
}

// --- the same with classes made by a function, two links deep ---
function make(tag: string): Any {
  class A {
    work(n: number): string {
      return `${tag} A ${n}`;
    }
    get value(): string {
      return `${tag} value`;
    }
  }
  class B extends A {}
  class C extends B {
    x = 1;
  }
  return { A, B, C };
}
{
  const sets = [make("p"), make("q")];
  for (const { A, B, C } of sets) {
    const c = new C();
    for (let i = 0; i < 2; i++) console.log(call(c), get(c), call(new A()), call(new B()));
    B.prototype.work = () => "changed";
    console.log(call(c), call(new A()));
    A.prototype.late = 1;
    delete B.prototype.work;
    console.log(call(c), c.late);
    Object.setPrototypeOf(C.prototype, A.prototype);
    console.log(call(c), c instanceof B);
  }
}

// --- what some kinds of object have virtually and others as properties ---
{
  class Sized {
    get length(): number {
      return 42;
    }
    get name(): string {
      return "a name";
    }
    get stack(): number {
      return 7;
    }
  }
  const inherits = [new Sized(), Object.setPrototypeOf([1, 2], Sized.prototype), new Sized()];
  for (const one of inherits) console.log(lengthOf(one), label(one), stackOf(one));
  const odd = Object.create(Array.prototype);
  for (const one of [[1, 2, 3], [1], "four", new Sized()]) console.log(lengthOf(one));
  for (const one of [odd, [1, 2, 3], odd, [1]]) {
    shorten(one, 1);
    console.log(Object.keys(one).join(), lengthOf(one), Array.isArray(one));
  }
  const likeError = Object.create(Error.prototype);
  for (const one of [likeError, new Error("x"), likeError]) console.log(stackOf(one));
  for (const one of [new Sized(), function f() {}, class G {}, { name: 1 }]) console.log(label(one));
}

// --- objects that stop being writable ---
{
  const frozen: Any = { value: 1 };
  const sealed: Any = { other: 1 };
  for (let i = 0; i < 3; i++) put(frozen, i);
  put({ other: 2 }, 1);
  Object.freeze(frozen);
  Object.preventExtensions(sealed);
  for (const one of [frozen, sealed]) {
    try {
      put(one, 9);
    } catch (e) {
      console.log((e as Error).message);
    }
  }
  console.log(frozen.value, sealed.value);
}

// --- many shapes at one place ---
{
  const all: Any[] = [];
  for (let i = 0; i < 40; i++) {
    const one: Any = { [`k${i}`]: i };
    one.value = i;
    all.push(one);
  }
  all.push(new Base(), new Leaf(), "text", 5, [1], null);
  let sum = 0;
  for (let round = 0; round < 20; round++) {
    for (const one of all) {
      if (one === null) continue;
      const v = get(one);
      if (typeof v === "number") {
        sum += v;
        put(one, v + 1);
      }
    }
  }
  console.log(sum);
  try {
    get(null);
  } catch (e) {
    console.log((e as Error).message);
  }
}

// --- absent properties that come to be ---
{
  class Holder {
    a = 1;
  }
  const holder: Any = new Holder();
  const literal: Any = {};
  for (let i = 0; i < 3; i++) console.log(get(holder), get(literal), get(1));
  (Holder.prototype as Any).value = "on the prototype";
  literal.value = "own";
  console.log(get(holder), get(literal));
  (Holder.prototype as Any).value = "again";
  console.log(get(holder));
  const proto: Any = {};
  const child: Any = Object.create(proto);
  console.log(get(child));
  proto.value = 1;
  console.log(get(child));
}

// --- super through caches ---
{
  class A {
    tag(): string {
      return "A";
    }
    get prop(): string {
      return `A.prop of ${(this as Any).id}`;
    }
  }
  class B extends A {
    id = 1;
    tag(): string {
      return `B${super.tag()}`;
    }
    get prop(): string {
      return `B ${super.prop}`;
    }
    missing(): Any {
      return (super.toString as Any) === Object.prototype.toString && (super["nothing" as never] as Any);
    }
  }
  class C extends B {
    id = 2;
    tag(): string {
      return `C${super.tag()}`;
    }
  }
  for (const one of [new B(), new C(), new C(), new B()]) {
    console.log(one.tag(), one.prop, one.missing());
  }
  A.prototype.tag = () => "changed";
  console.log(new C().tag());
  Object.setPrototypeOf(B.prototype, { tag: () => "elsewhere", prop: "data" });
  console.log(new C().tag(), new C().prop);
}

// --- copies of objects ---
{
  const log: string[] = [];
  const symbol = Symbol("s");
  const sources: Any[] = [
    { a: 1, b: 2 },
    { b: 1, [symbol]: 2, a: 3 },
    { 2: "x", 1: "y", a: 1 },
    Object.create({ inherited: 1 }, { shown: { value: 1, enumerable: true }, hidden: { value: 2 } }),
    {
      get a() {
        log.push("getter");
        return 1;
      },
      b: 2,
    },
    Object.freeze({ a: 1, b: 2 }),
    [1, 2],
    "ab",
    null,
    Object.assign(Object.create(null), { a: 1, b: 5 }),
    new (class {
      #hidden = 1;
      a = this.#hidden;
      b = 2;
    })(),
  ];
  for (const source of sources) {
    const copy: Any = { ...source, b: 9, c: 3 };
    const second: Any = { z: 0, ...source, ...{ q: 1 } };
    copy.late = 1;
    second.late = 2;
    console.log(copy, second, Object.getPrototypeOf(copy) === Object.prototype);
    if (source === null) continue;
    const { a, ...rest } = source;
    const key = "b";
    const { [key]: b, ...others } = source;
    console.log(a, rest, b, others, Object.getOwnPropertySymbols(others).length);
  }
  console.log(log.length);
}

// A prototype that has become a table, written to by keys that are computed.
class Tabled {
  foo() {
    return "old";
  }
}
const tabled: any = Tabled.prototype;
for (let i = 0; i < 3; i++) tabled[`no name ${i}`] = i;
tabled.bar = "old";
const ofTabled: any = new Tabled();
const readTabled = () => `${ofTabled.foo()} ${ofTabled.bar}`;
for (let i = 0; i < 6; i++) {
  console.log(readTabled());
  if (i === 2) tabled[["fo", "o"].join("")] = () => "new";
  if (i === 4) tabled[["ba", "r"].join("")] = "new";
}

// A prototype frozen after stores that add a property were cached: what it has may not be shadowed.
function stores(make: () => Any, freeze: () => void) {
  const attempts: string[] = [];
  for (let i = 0; i < 8; i++) {
    const one = make();
    if (i === 5) freeze();
    try {
      one.bar = i;
      one.own = i;
      attempts.push(`${one.bar} ${one.own}`);
    } catch (e: any) {
      attempts.push(e.constructor.name);
    }
  }
  console.log(attempts.join(" "));
}
{
  class Local {
    bar2() {}
  }
  (Local.prototype as Any).bar = "inherited";
  stores(() => new Local(), () => Object.freeze(Local.prototype));
  class Deep extends (class {}) {}
  Object.getPrototypeOf(Deep.prototype).bar = "further up";
  stores(() => new Deep(), () => Object.freeze(Object.getPrototypeOf(Deep.prototype)));
  const plain: Any = { bar: "of a plain object" };
  stores(() => Object.create(plain), () => Object.freeze(plain));
  const array: Any = Object.create(Array.prototype);
  array.bar = 1;
  stores(() => Object.setPrototypeOf([], array), () => Object.freeze(array));
  for (const level of [Object.freeze, Object.seal, Object.preventExtensions]) {
    const make = () => {
      class Each {}
      (Each.prototype as Any).bar = 1;
      level(Each.prototype);
      return new Each();
    };
    stores(make, () => {});
  }
}
