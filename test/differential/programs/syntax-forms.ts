// Forms of the syntax that are rare
const log = (...a: unknown[]) => console.log(...a);
const base = {
  v: 1,
  get acc() {
    return this.v + 100;
  },
  set acc(x) {
    this.v = x;
  },
  m(...a: any[]) {
    return [this.v, ...a];
  },
};
const der: any = {
  __proto__: base,
  v: 2,
  m(...a: any[]) {
    super.acc = 9;
    super.v2 = 5;
    return [
      super.m(...a, 1),
      super["acc"],
      this.v2,
      (() => super.m(7))(),
      super.acc++,
      this.v,
      delete der.v2,
    ];
  },
};
log(der.m(3));
class S {
  static base = 1;
  static sm() {
    return this.base;
  }
  static get sg() {
    return "sg";
  }
}
class T2 extends S {
  static base = 2;
  static sm() {
    return super.sm() + 10;
  }
  static x = super.sg + super.sm();
  static {
    log("blk", super.sg, this === T2, (() => this)() === T2);
  }
  static #pm(a: number) {
    return a + this.base;
  }
  static callpm() {
    return T2.#pm(5);
  }
  static #f = [1];
  static push(v: number) {
    T2.#f.push(v);
    T2.#f = [...T2.#f, 0];
    return this.#f;
  }
}
log(T2.sm(), T2.x, T2.callpm(), T2.push(4));
class Acc {
  #v = 1;
  get #p() {
    return this.#v;
  }
  set #p(x) {
    this.#v = x;
  }
  run(o: any) {
    this.#p ??= 5;
    this.#p += 2;
    this.#p **= 2;
    this.#p++;
    --this.#p;
    o?.x;
    const { a = this.#p } = {} as any;
    [this.#v] = [a + 1];
    ({ z: this.#p } = { z: this.#p + 1 });
    for (this.#v of [50, 60]);
    return [this.#p, this.#v, a];
  }
  opt(q?: Acc) {
    const v = q?.#v;
    return v;
  }
}
log(new Acc().run(null), new Acc().opt(), new Acc().opt(new Acc()));
class Sp {
  a: any;
  constructor(...a: any[]) {
    this.a = a;
  }
}
class Sp2 extends Sp {
  constructor(...b: any[]) {
    super(0, ...b, 9);
  }
}
class Sp3 extends Sp2 {
  f = this.a.length;
}
log(
  new Sp(...[1, 2], 3).a,
  new Sp2(...[4, 5]).a,
  new Sp3(1, 2, 3).f,
  new (class extends Sp {})(8).a,
);
let t: any = {};
for (t.x of [1, 2]);
log(t.x);
for (t["y"] in { q: 1, w: 2 });
log(t.y);
for (const [a, { b = 5, ...r }] of [
  [1, { c: 2 }],
  [3, { b: 4, d: 5 }],
] as any)
  log(a, b, r);
let p, q;
for ([p, q = p] of [[1], [2, 3]] as any) log(p, q);
for ({ length: p } of ["abc", "d"]) log(p);
for (var [vx] of [[5]]);
log(vx);
function sw(x: any) {
  let r = "";
  switch (x) {
    case 1:
      r += "1";
    default:
      r += "d";
    case 2: {
      r += "2";
      break;
    }
    case "s":
      r += "s";
    case null:
      r += "n";
      break;
    case undefined:
      r += "u";
      break;
    case NaN:
      r += "nan";
      break;
    case -0:
      r += "zero";
  }
  return r;
}
log([1, 2, 3, "s", null, undefined, NaN, 0].map(sw));
function sw2(x: number) {
  switch (true) {
    case x < 0:
      return "neg";
    case x > 10:
      return "big";
    default:
      return "mid";
  }
}
log(sw2(-1), sw2(5), sw2(50));
switch (1) {
}
sw3: switch (2) {
  case 2:
    for (;;) {
      break sw3;
    }
}
let i = 0;
outer: do {
  i++;
  if (i === 2) continue outer;
  for (const z of [1, 2]) {
    if (z === 2) continue outer;
    if (i > 4) break outer;
  }
} while (i < 10);
log(i);
let cnt = 0;
for (;;) {
  if (++cnt > 3) break;
}
log(cnt);
for (let a = 0, fn = () => a; a < 2; a++) log(a, fn());
let un;
for (let k = 3; k--; ) un = k;
log(un);
export const exported = 1;
export function exportedFn() {
  return exported + 1;
}
export class ExportedClass {
  static s = exportedFn();
}
export let mutable = 1;
mutable++;
export { mutable as renamed };
log(exportedFn(), ExportedClass.s, mutable);
export default class {
  x = 1;
}
const fnExpr = function (this: any, a = this, ...b: any[]) {
  return [a === this, b];
};
log(
  fnExpr.call(5, undefined, 1, 2),
  fnExpr.length,
  ((...z: any[]) => z.length)(...[1, 2], ...new Set([3, 3]), ..."ab"),
);
log((() => {}).name, class {}.name, [() => {}][0].name, ((x) => x).name);
const ooo = { a: { b: { c: [1, { d: () => "deep" }] } } } as any;
log(
  ooo?.a?.b.c?.[1]?.d?.(),
  ooo.z?.b.c.d.e,
  ooo.a.b.c[1].d?.call(null),
  ooo?.["a"]["b"],
  ooo.nope?.(),
  delete ooo?.a.b,
  ooo,
);
let und: any;
log(und?.[und.x], und?.(und.x), (und ?? ooo).a);
log(
  void 0 === undefined,
  typeof null,
  typeof undefined,
  typeof Symbol.iterator,
  !"" && 1,
  (1, 2),
  "x" in { x: 1 },
  [] instanceof Array,
  +true,
  -"2",
  ~~3.7,
  2 ** (3 ** 2),
  (-2) ** 2,
  1 + +"1",
  "b" + -1,
  `${1}${"a"}${null}`,
);
var hoisted = typeof fdecl;
function fdecl() {}
log(hoisted, typeof notyet);
var notyet = 1;
{
  let sh = 1;
  {
    let sh = 2;
    log(sh);
  }
  log(sh);
}
const clo = [];
for (const v of [1, 2, 3]) {
  if (v === 2) continue;
  const w = v * 2;
  clo.push(() => w + v);
}
log(clo.map((f) => f()));
function tdzParam(a = b, b = 1) {
  return a;
}
try {
  (tdzParam as any)();
} catch (e: any) {
  log(e.message);
}
log((tdzParam as any)(5));
try {
  class Self extends (Self as any) {}
} catch (e: any) {
  log(e.message);
}
try {
  class K {
    [K.name] = 1;
  }
} catch (e: any) {
  log(e.message);
}
try {
  for (const z of [z as any]);
} catch (e: any) {
  log(e.message);
}
try {
  const [m1 = m2, m2] = [] as any;
} catch (e: any) {
  log(e.message);
}
try {
  let n1 = n1 as any;
} catch (e: any) {
  log(e.message);
}
function retFin(x: number) {
  for (const a of [1, 2, 3])
    for (const b of [4, 5]) {
      try {
        try {
          if (a === x) return `${a}${b}`;
        } finally {
          if (b === 4 && x === 2) continue;
        }
      } finally {
        cnt++;
      }
    }
  return "none";
}
log(retFin(1), retFin(2), retFin(9), cnt);
const nested = () => {
  try {
    return (() => {
      try {
        throw 1;
      } finally {
        cnt = 100;
      }
    })();
  } catch (e) {
    return ["caught", e, cnt];
  }
};
log(nested());
const getset = {
  get ["comp" + 1]() {
    return "c1";
  },
  set ["comp" + 1](v) {
    log("set", v);
  },
  async: 1,
  get: 2,
  set: 3,
  static: 4,
  new: 5,
  "quoted key": 6,
  7: 8,
  [`t${1}`]: 9,
  ["a"]() {
    return "a";
  },
};
log(getset, getset.comp1, getset.a());
(getset as any).comp1 = 4;
log(Object.entries({ b: 1, 2: 2, a: 3, 1: 4 }));
const dupe = { a: 1, b: 2, a: 3 } as any;
log(dupe);
const sym = Symbol("s");
log({ [sym]: 1, [sym.toString()]: 2 });
function Legacy(this: any, n: number) {
  this.n = n;
  if (n === 5) return { other: true } as any;
}
Legacy.prototype.get = function () {
  return this.n;
};
log(new (Legacy as any)(3).get(), new (Legacy as any)(5).other);
log(
  [3, 1, 2]
    .sort((a, b) => b - a)
    .map(String)
    .join("-"),
  [..."héllo"].length,
  Array.from({ length: 3 }, (_, j) => j * j),
);
let str = "";
for (const ch of "a😀b") str += ch + "|";
log(str);
