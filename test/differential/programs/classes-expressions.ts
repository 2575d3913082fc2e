// Class expressions: names, heritage by expression, factories, mixins
const Plain = class {
  v = 1;
};
const Named = class Inner {
  self() {
    return Inner.name;
  }
};
console.log(
  Plain.name,
  new Plain().v,
  new Named().self(),
  Named.name,
  new (class {
    x = 2;
  })().x,
);
type Ctor<T = {}> = new (...args: any[]) => T;
const Serial = <T extends Ctor>(Base: T) =>
  class extends Base {
    serialize() {
      return JSON.stringify(this);
    }
  };
const Stamped = <T extends Ctor>(Base: T) =>
  class Stamp extends Base {
    static count = 0;
    stamp = ++Stamp.count;
  };
class Point {
  constructor(
    public x: number,
    public y: number,
  ) {}
}
class Rich extends Serial(Stamped(Point)) {
  sum() {
    return this.x + this.y + this.stamp;
  }
}
const r = new Rich(3, 4);
const r2 = new Rich(5, 6);
console.log(
  r.sum(),
  r2.sum(),
  r.serialize(),
  r instanceof Point,
  Object.getPrototypeOf(Object.getPrototypeOf(Rich)).name,
);
const make = (n: number) =>
  class {
    static n = n;
    twice = n * 2;
  };
const One = make(1);
const Two = make(2);
console.log(One.n, Two.n, new Two().twice, One === (Two as any), new One() instanceof Two);
const registry = { A: class {}, B: class extends Plain {}, ["C" + 1]: class {} } as any;
console.log(
  Object.values(registry).map((c: any) => c.name),
  new registry.B().v,
);
class Cond extends (r.x > 2 ? Point : Plain) {}
console.log(new (Cond as any)(1, 2));
const nothing = class extends (null as any) {
  static s = "static";
};
console.log(nothing.s, Object.getPrototypeOf(nothing.prototype));
try {
  class Bad extends (5 as any) {}
} catch (error: any) {
  console.log(error.name, error.message);
}
try {
  class Bad extends ({} as any) {}
} catch (error: any) {
  console.log(error.name, error.message);
}
