// How error messages name what failed
const u: any = undefined,
  o: any = { a: {}, q: undefined, f4() {} },
  k = "kk",
  f: any = 5;
const arr: any = [1];
class F2 {}
const f3 = () => undefined as any;
let a = 1,
  b = 2,
  c = 3;
const f2 = (...x: any[]) => x;
const tests: (() => void)[] = [
  () => f(),
  () => o.f(),
  () => o.a.b(),
  () => o["f"](),
  () => o[k](),
  () => o[1](),
  () => f3()(),
  () => (a ? b : (c as any))(),
  () => ((a && b) as any)(),
  () => ((1, b) as any)(),
  () => (((x: any) => x)(1) as any)(),
  () => (function () {} as any).x(),
  () => new o.f(),
  () => new (f3() as any)(),
  () => (new F2() as any).foo(),
  () => ([] as any).foo(),
  () => ([1, 2] as any).foo(),
  () => (({}) as any).foo(),
  () => ("str" as any).foo(),
  () => ((a + b) as any)(),
  () => (-a as any)(),
  () => (!a as any)(),
  () => (typeof a as any)(),
  () => ((a === b) as any)(),
  () => (a++ as any)(),
  () => (`t${a}` as any)(),
  () => (a = 5 as any)(),
  () => o?.f(),
  () => o?.a.b(),
  () => o?.a?.[k](),
  () => o[`x`](),
  () => o[a + b](),
  () => o["a-b"](),
  () => ((a + b + c) as any)(),
  () => (({ a: 1 }) as any).a(),
  () => ([1] as any)[0](),
  () => o.f4()(),
  () => o[-1](),
  () => o[o.k](),
  () => [...u],
  () => f2(...u),
  () => f2(...(5 as any)),
  () => [...(5 as any)],
  () => [...o],
  () => new (F2 as any)(...(5 as any)),
  () => f2(1, ...(null as any)),
  () => [...o.a.b],
  () => [...f3()],
  () => {
    for (const x of 5 as any);
  },
  () => {
    for (const x of o);
  },
  () => {
    for (const x of u);
  },
  () => {
    for (const x of f3());
  },
  () => {
    for (const x of null as any);
  },
  () => {
    for (const x of o[k]);
  },
  () => {
    for (const x of new F2() as any);
  },
  () => {
    for (const x of {} as any);
  },
  () => {
    const [p] = 5 as any;
  },
  () => {
    const [p] = u;
  },
  () => {
    const [p] = o.a;
  },
  () => {
    const [p] = f3();
  },
  () => {
    const [p] = {} as any;
  },
  () => {
    const [p] = null as any;
  },
  () => {
    const [p] = o[k];
  },
  () => {
    const [p] = new F2() as any;
  },
  () => {
    let p: any;
    [p] = 5 as any;
  },
  () => {
    let p: any;
    [p] = u;
  },
  () => {
    const [[p]] = [5] as any;
  },
  () => {
    const [...r] = u;
  },
  () => {
    const { p } = null as any;
  },
  () => {
    const { p } = u;
  },
  () => {
    const { p } = o.q;
  },
  () => {
    const { p } = f3();
  },
  () => {
    const { ["x" + a]: p } = u;
  },
  () => {
    const {} = u;
  },
  () => {
    const { ...p } = u;
  },
  () => {
    const {
      p: { q },
    } = {} as any;
  },
  () => {
    let p: any;
    ({ p } = u);
  },
  () => {
    ({ p: o.x } = u);
  },
  () => {
    ({} = u);
  },
  () => (({ p }: any) => p)(undefined),
  () => (({ p }: any) => p)(null),
  () => (([p]: any) => p)(undefined),
  () => (([p]: any) => p)(5),
  () => {
    for (const { p } of [u]);
  },
  () => {
    for (const [p] of [u]);
  },
  () => {
    try {
      throw null;
    } catch ({ m }: any) {}
  },
  () => {
    const [{ p }] = [u];
  },
  () => {
    const { p = 1 } = u;
  },
  () => {
    const { "p q": p } = u;
  },
  () => {
    const { 1: p } = u;
  },
  () => (function ({ x }: any = {}) {})(null),
  () => {
    const { p, [k]: q } = u;
  },
  () => u.x,
  () => {
    u.x = 1;
  },
  () => u[k],
  () => u[0],
  () => {
    u[k] = 1;
  },
  () => u.x++,
  () => delete u.x,
  () => u.x(),
  () => u[k](),
  () => k in u,
  () => k in (5 as any),
  () => o instanceof (5 as any),
  () => o instanceof o,
  () => o instanceof u,
  () => o instanceof ((() => 1) as any),
  () => {
    class Z extends u {}
  },
  () => {
    class Z extends (5 as any) {}
  },
  () => {
    const q1 = 1;
    (q1 as any) = 2;
  },
  () => {
    tdz;
    let tdz = 1;
  },
  () => (F2 as any)(),
  () => (o.f4 as any).x.y,
  () => {
    class A {
      #m() {}
      static t(o: any) {
        o.#m();
      }
    }
    A.t({});
  },
  () => {
    class A {
      #f = 1;
      static t(o: any) {
        return o.#f;
      }
    }
    A.t({});
  },
  () => {
    class A {
      #f = 1;
      static t(o: any) {
        o.#f = 1;
      }
    }
    A.t({});
  },
  () => {
    class A {
      #m() {}
      static t(o: any) {
        return o.#m;
      }
    }
    A.t(undefined);
  },
  () => {
    class A {
      get #a() {
        return 1;
      }
      static t(o: any) {
        o.#a = 2;
      }
    }
    A.t(new A());
  },
  () => {
    class A {
      set #a(v: any) {}
      static t(o: any) {
        return o.#a;
      }
    }
    A.t(new A());
  },
  () => {
    class A {
      static #m() {}
      static t(o: any) {
        o.#m();
      }
    }
    A.t({});
  },
  () => {
    class P {
      #p: any;
      m() {
        this.#p();
      }
    }
    new P().m();
  },
  () => {
    class P extends F2 {
      m() {
        (super.constructor as any).q();
      }
    }
    new P().m();
  },
  () => {
    class P extends F2 {
      m() {
        super["q" as never]();
      }
    }
    (new P() as any).m();
  },
  () => {
    class B extends Object {
      constructor() {
        this.x;
        super();
      }
      x: any;
    }
    new B();
  },
  () => {
    class B extends Object {
      constructor() {
        return 1 as any;
      }
    }
    new B();
  },
  () => {
    class B extends Object {
      constructor() {
        super();
        super();
      }
    }
    new B();
  },
  () => {
    const o2 = {
      get z() {
        return 1;
      },
    };
    (o2 as any).z = 2;
  },
  () => {
    Object.freeze(o.a).n = 1;
  },
  () => {
    (Symbol() as any) + 1;
  },
  () => {
    `${Symbol() as any}`;
  },
  () => new (5 as any)(),
  () => (void 0 as any).x,
  () => o.a?.b.c,
  () => (null as any)[k],
  () => {
    new Array(-1);
  },
  () => {
    new o.a.zz(...[1]);
  },
  () => o.zz(...[1]),
  () => (a < b ? 1 : (2 as any)).foo(),
];
for (const [i, t] of tests.entries()) {
  try {
    t();
    console.log(i, "ok");
  } catch (e: any) {
    console.log(i, `${e.name}: ${e.message}`);
  }
}
