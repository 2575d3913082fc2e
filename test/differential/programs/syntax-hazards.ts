// Names and forms that are rare: keywords as names, hazards of parsing, super and private corners
const log = (...a: any[]) => console.log(...a);
// identifiers and literals
const get = 1,
  set = 2,
  of = 3,
  async = 4,
  from = 5,
  as = 6,
  type = 7,
  \u0061bc = 8,
  ünï = 9,
  $ = 10,
  _ = 11,
  constructor = 12;
log(
  get,
  set,
  of,
  async,
  from,
  as,
  type,
  abc,
  ünï,
  $,
  _,
  constructor,
  1_000_000,
  0b1010,
  0o17,
  0xff,
  0.5,
  5,
  1e3,
  0.0000001,
);
const kw = {
  if: 1,
  class: 2,
  new: 3,
  get: 4,
  set: 5,
  static: 6,
  async: 7,
  of: 8,
  get get() {
    return 9;
  },
  set set(v) {},
  async2() {},
  "get x": 1,
  function: 10,
  await: 11,
  yield: 12,
} as any;
log(kw.if, kw.class, kw.new, kw.get, kw.static, kw.function, Object.keys(kw).join());
class KW {
  static static = 1;
  get = 2;
  set = 3;
  static get = 4;
  async = 5;
  quoted = 6;
  123 = 7;
  static async = () => 8;
  of() {
    return 9;
  }
  get get2() {
    return 10;
  }
  static set set(v: any) {
    log("set", v);
  }
  static of() {
    return "of";
  }
  if() {
    return "if";
  }
  ["constructor2"]() {}
}
const k: any = new KW();
log(
  KW.static,
  k.get,
  k.set,
  KW.get,
  k.async,
  k.quoted,
  k[123],
  KW.async(),
  k.of(),
  k.get2,
  KW.of(),
  k.if(),
);
(KW as any).set = 5;
// for in with 'in' operator inside parens
for (let i = ("a" in { a: 1 }) ? 0 : 5; i < 2; i++) log(i);
for (const x of [1, 2].concat(3)) {
  if (x === 2) continue;
  log(x);
}
var f1: any = function f1() {
  return typeof f1;
};
log(f1());
function dup(a: any) {
  var a = a;
  {
    function a2() {
      return a;
    }
  }
  return a;
}
log(dup(4));
function fnVar() {
  return typeof x;
  var x = 1;
  function x2() {}
}
log(fnVar());
function hoistConflict(p: any) {
  log(typeof p);
  function p2() {}
  var p = p || "d";
  return p;
}
log(hoistConflict(undefined));
log(((a, b = a, [c, d = b] = [b], { e = d } = {} as any) => [a, b, c, d, e])(1));
log(
  (() => {
    try {
      return (() => {
        throw 1;
      })();
    } catch (e) {
      return "c" + e;
    } finally {
      log("fin");
    }
  })(),
);
label: {
  label2: {
    if (true) break label;
  }
  log("never");
}
// optional chaining variants
const o: any = {
  a: {
    b() {
      return this;
    },
    c: null,
    d: [() => "called"],
  },
  n: 0,
};
log(
  o?.a?.b() === o.a,
  o.a?.["b"]() === o.a,
  o.a.c?.x.y.z(),
  o.a.d?.[0]?.(),
  o.a.e?.[0](),
  (o.a?.b)() === o.a,
  o?.["a"].d[0](),
  delete o.a?.c,
  o.zz?.(),
  o.n?.toFixed(2),
  (null as any)?.[log("not evaluated")],
  o.a?.d.length,
  typeof o?.a?.zz,
  !o?.a,
  `${o?.q}`,
);
let cnt = 0;
const side = () => {
  cnt++;
  return o;
};
side()?.a?.b();
side().zz?.[side()];
log(cnt);
o.a.x ??= (log("assigned"), 5);
o.a.x ??= (log("not"), 6);
o.n ||= 7;
o.n &&= 8;
log(o.a.x, o.n);
// super things
class A {
  v = 1;
  get acc() {
    return "A.acc" + this.v;
  }
  set acc(x) {
    log("A.set", x, this.v);
  }
  static s() {
    return "A.s";
  }
  m(x = 1) {
    return `A.m${x}${this.v}`;
  }
}
class B extends A {
  v = 2;
  get acc() {
    return super.acc + "!";
  }
  set acc(x) {
    super.acc = x + "?";
  }
  m(x = super.m(9)) {
    const f = () => super.m(this.v);
    super["acc"] += "+";
    return [
      x,
      f(),
      super["m"].call({ v: "other" }),
      (
        () => () =>
          super.m()
      )()(),
    ].join();
  }
  static s() {
    return super.s() + (() => super.s())();
  }
  t() {
    (super.newProp as any) = 5;
    return [(this as any).newProp, Object.hasOwn(this, "newProp"), super.newProp as any];
  }
}
const b: any = new B();
b.acc = "z";
log(b.acc, b.m(), B.s(), b.t());
b.acc += "y";
const objSuper: any = {
  __proto__: {
    x: 1,
    m() {
      return "pm" + this.y;
    },
    get g() {
      return this.y * 2;
    },
  },
  y: 21,
  m() {
    return super.m() + super.x;
  },
  g2() {
    return super.g;
  },
};
log(objSuper.m(), objSuper.g2());
// private corner cases
class P {
  #a = 1;
  #b() {
    return this.#a;
  }
  static #c = 3;
  static d() {
    return P.#c++ + ++P.#c;
  }
  get #e() {
    return this.#a;
  }
  set #e(v) {
    this.#a = v * 2;
  }
  x() {
    this.#e += 5;
    this.#a ??= 9;
    [this.#a] = [this.#a + 1];
    ({ q: this.#e } = { q: this.#a });
    return [this.#a, this.#b(), this?.#a, this.#e++, --this.#a, #b in this, #c in P];
  }
  y(o: any) {
    const v = o?.#a;
    return v;
  }
  static z = class {
    w(p: P) {
      return p.#a;
    }
  };
}
const p = new P();
log(p.x(), P.d(), p.y(null), p.y(p), new P.z().w(p));
class Q {
  static #p = 1;
  static m() {
    return this.#p;
  }
}
class R extends Q {}
try {
  log(R.m());
} catch (e: any) {
  log(e.name, e.message);
}
// getters in destructuring default, computed keys order
const ev: string[] = [];
const t = (s: any) => (ev.push(s), s);
class Order {
  static [t("k1")] = t("v1");
  [t("k2")] = t("v2");
  static {
    t("blk");
  }
  static [t("k3")]() {}
}
new Order();
log(ev.join());
ev.length = 0;
({ [t("a")]: (t("obj"), o)[t("prop")] = t("def") } = {
  get a() {
    return (t(undefined), undefined);
  },
} as any);
log(ev.join(), o.prop);
ev.length = 0;
t(1) + t(2) * t(3) ** t(4);
t(5) ? t(6) : t(7);
t(0) || t(8);
[t(9), ...[t(10)]];
`${t(11)}${t(12)}`;
({ [t(13)]: t(14), ...t({}) });
log(ev.length, ev.slice(0, 12).join());
// switch scoping
switch (3 as any) {
  case 3:
    let q = 1;
  default:
    q = 2;
    log(q);
  case 1:
    {
      let q = 3;
      log(q);
    }
    function inSw() {
      return q;
    }
    log(inSw());
}
// closures + loops
const fs: any[] = [];
for (let i = 0, j = 10; i < 3; i++, j--) {
  if (i === 1) continue;
  fs.push(
    () => [i, j],
    () => (i += 10),
  );
}
log(
  fs.map((f) => f()),
  fs[0](),
  fs[2](),
);
const gs: any[] = [];
for (let i = 0; gs.push(() => i), i < 2; i++) {
  try {
    if (i) break;
  } finally {
    gs.push(() => -i);
  }
}
log(gs.map((g) => g()));
outer: for (var vi = 0; ; vi++) {
  for (const y of [1, 2, 3]) {
    switch (y) {
      case 2:
        continue outer;
      case 3:
        log("never");
    }
    if (vi > 2) break outer;
  }
}
log(vi);
// exceptions in finally etc.
const r: any[] = [];
(() => {
  for (const i of [1, 2, 3]) {
    try {
      try {
        if (i === 2) return r.push("ret");
        r.push(i);
      } finally {
        r.push("f" + i);
        if (i === 1) continue;
      }
      r.push("after");
    } finally {
      r.push("F" + i);
    }
  }
})();
log(r.join());
log(
  (() => {
    let x = 1;
    try {
      return {
        get v() {
          return x;
        },
      };
    } finally {
      x = 2;
    }
  })().v,
  (() => {
    a: try {
      return 1;
    } finally {
      break a;
    }
    return 2;
  })(),
  (() => {
    do {
      try {
        return 1;
      } finally {
        continue;
      }
    } while (false);
    return 3;
  })(),
);
log(
  [..."ab"].map((c, i, arr) => c + i + arr.length),
  Math.max(...[1, 2], ...new Set([5])),
  [...[1, , 2]],
  [, ...[1]].length,
  (function (...a: any[]) {
    return a.length;
  })(...[, ,], 1),
);
log(
  void 0,
  typeof typeof 1,
  !!"" + "x",
  -(-1),
  +-1,
  ~~5.5,
  -(-5),
  2 ** (3 ** 0),
  (-2) ** 2,
  7 % -3,
  -7 % 3,
  1 / -0,
  [] + [],
  [] == ("" as any),
  null == (0 as any),
  "b" + "a" + +"a" + "a",
);
log(
  new (
    class {
      constructor() {
        return [1];
      }
    } as any
  )(),
  new (
    function (this: any) {
      this.x = 1;
      return 5;
    } as any
  )(),
  new Date2().y,
  new Date2().y,
);
function Date2(this: any) {
  this.y = 3;
}
var { length } = "abc",
  [h0, , h2 = "d", ...hr] = "xyzw";
log(length, h0, h2, hr);
({ length } = [1]);
log(length);
log(
  ((x) => ({ x }))(1),
  (() => ({}))(),
  (() => {})(),
  ((a, ...b) => b.length)(1, 2, 3),
  (
    function () {
      return this;
    } as any
  ).call(7),
  ((() => this) as any)(),
);
