// Order of evaluation and names inside class definitions
const log = (...a: unknown[]) => console.log(...a);
const ev: string[] = [];
const k = (s: any) => {
  ev.push(String(s));
  return s;
};
class A {
  [k("f1")] = k("v1");
  static [k("s1")] = k("sv1");
  [k("m1")]() {
    return 1;
  }
  static {
    k("block");
    this.x = 5;
  }
  static x: any;
  get [k("g")]() {
    return 2;
  }
  f2 = () => this;
  #p = 1;
  static #sp = 3;
  getP() {
    return this.#p++;
  }
  static sp() {
    return (A.#sp *= 2);
  }
  has(o: any) {
    return #p in o;
  }
}
log(ev.join());
const a: any = new A();
log(
  ev.join(),
  a.f1,
  a.m1(),
  a.g,
  a.f2() === a,
  a.getP(),
  a.getP(),
  A.sp(),
  A.sp(),
  a.has(a),
  a.has({}),
  (A as any).s1,
  A.x,
);
class B extends A {
  b = super.getP();
  constructor(
    readonly q: number,
    private w = q,
  ) {
    log("before");
    super();
    log("after", this.b, this.q, this.w);
  }
  m1() {
    return super["m1" as never] as any;
  }
  get v() {
    return super.g + 10;
  }
  static st() {
    return super.sp();
  }
  arrow() {
    return (() => super.getP())();
  }
}
const b: any = new B(4);
log(b.v, B.st(), b.arrow(), b.q, b.w, Object.keys(b), b instanceof A, B.name, B.length);
function mixin(Base: any) {
  return class extends Base {
    mixed() {
      return "mixed " + (super.toString ? super.toString() : "");
    }
  };
}
const M = mixin(Object);
log(new M().mixed(), M.name);
const N = class Named {
  static self() {
    return Named;
  }
  static make = () => new Named();
};
log(N.self() === N, N.name, N.make() instanceof N);
const C = class {};
log(C.name, new (class {})().constructor.name);
const o = {
  D: class {},
  ["E" + 1]: class {},
  fn: function () {},
  ["g" + 2]: () => 1,
  get acc() {
    return 1;
  },
  set acc(v) {},
  meth() {
    return super.toString === Object.prototype.toString;
  },
};
log(
  o.D.name,
  (o as any).E1.name,
  o.fn.name,
  (o as any).g2.name,
  Object.getOwnPropertyDescriptor(o, "acc")!.get!.name,
  o.meth(),
);
class P {
  #m() {
    return "m" + this.#f;
  }
  #f = 1;
  get #a() {
    return this.#f;
  }
  set #a(v) {
    this.#f = v;
  }
  static #s() {
    return "static";
  }
  run() {
    this.#a += 5;
    this.#a++;
    return [this.#m(), this.#a, P.#s(), P.#s.call(1)];
  }
  static t(x: any) {
    return [#m in x, #a in x];
  }
  w(x: any) {
    try {
      return x.#m();
    } catch (e: any) {
      return e.constructor.name;
    }
  }
  ro() {
    try {
      (this as any).#m = 1;
    } catch (e: any) {
      return e.message;
    }
  }
}
log(new P().run(), P.t(new P()), P.t({}), new P().w({}), new P().ro());
class Cnt {
  static n = 0;
  static inc() {
    return ++Cnt.n;
  }
  static inc2() {
    this.n += 10;
    return this.n;
  }
  id = Cnt.inc();
}
new Cnt();
log(new Cnt().id, Cnt.inc2(), Cnt.n);
class E1 extends Error {
  code = 7;
  constructor(m: string) {
    super(m);
    this.name = "E1";
  }
}
try {
  throw new E1("boom");
} catch (e) {
  log(e instanceof E1, e instanceof Error, (e as E1).message, (e as E1).code, String(e));
}
class Arr extends Array {
  sum() {
    return this.reduce((x: number, y: number) => x + y, 0);
  }
}
log(Arr.from([1, 2, 3]).length, new Arr(1, 2, 3).sum());
try {
  class X extends (null as any) {}
  new X();
} catch (e: any) {
  log(e.constructor.name);
}
try {
  class X {
    constructor() {
      return { z: 1 } as any;
    }
  }
  log((new X() as any).z);
} catch {}
class D1 extends A {
  constructor(c: boolean) {
    if (c) super();
    else {
      super();
    }
  }
}
log(new D1(true).getP(), new D1(false).getP());
class D2 extends A {
  constructor() {
    const f = () => this;
    super();
    log(f() === this);
  }
}
new D2();
class D3 extends A {
  constructor() {
    try {
      (this as any).x;
    } catch (e: any) {
      log(e.constructor.name);
    }
    super();
  }
}
new D3();
try {
  class D4 extends A {
    constructor() {}
  }
  new D4();
} catch (e: any) {
  log(e.constructor.name);
}
function inFn(v: number) {
  class L {
    static c = v;
    x = v;
    static get() {
      return L.c + v;
    }
    clone() {
      return new L();
    }
  }
  return L;
}
log(inFn(3).get(), new (inFn(4))().clone().x, inFn(1) === inFn(1));
function nt(this: any) {
  return new.target;
}
log(
  nt(),
  new (nt as any)() instanceof nt,
  function (this: any) {
    return (() => new.target)();
  }.call(0),
);
class NT {
  t = new.target;
  constructor() {
    log(new.target === NT, (() => new.target)() === NT);
  }
}
log(new NT().t);
const acc = {
  _v: 1,
  get v() {
    return this._v;
  },
  set v(x) {
    this._v = x * 2;
  },
};
acc.v = 4;
acc.v += 1;
log(acc.v, acc);
abstract class Ab {
  abstract q(): void;
  declare z: number;
  y?: string;
}
log(Object.keys(new (Ab as any)()));
