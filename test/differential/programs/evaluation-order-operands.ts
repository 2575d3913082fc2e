// Operands are evaluated before any of them is converted
const log = (...a: unknown[]) => console.log(...a);
const t = (x: any, v = x) => {
  log("eval", x);
  return v;
};
let a = 1;
log(a + (a = 5), a);
a = 1;
log(a + a++ + a, a);
a = 2;
log(a * (a += 3) - a--, a);
let arr = [1, 2, 3],
  i = 0;
arr[i] = i = 2;
log(arr, i);
i = 0;
arr[i++] += 10;
log(arr, i);
i = 0;
arr[i] += ((i = 1), 100);
log(arr);
const o: any = {
  get x() {
    log("get x");
    return 1;
  },
  set x(v) {
    log("set x", v);
  },
};
o.x += t("rhs", 2);
o.x++;
++o.x;
log(o.x--);
o.x ??= t("no");
o.x &&= t("yes");
o.x ||= t("no");
t("obj", o)[t("key", "y")] = t("val");
log(o.y);
t("f", (...z: any[]) => z.length)(t(1), ...t("sp", [1, 2]), t(3));
let k = {
  toString() {
    log("toString");
    return "kk";
  },
};
const c: any = { kk: 1 };
c[k as any] += 1;
c[k as any]++;
log(c.kk);
({ [k as any]: a } = { kk: 9 } as any);
log(a);
let x = 1,
  y = 2;
[x, y] = [y, x];
log(x, y);
({ x, y = x } = { x: 7 } as any);
log(x, y);
let z: any = { x: 1, y: 2 };
({ x: z, y } = z);
log(z, y);
let s: any = [1, [2, 3]];
[s, [y]] = s;
log(s, y);
function f(p = t("p", 1), q = p + 1, { r = q, ...rest }: any = { s: 1 }, [u, v = u] = [5] as any) {
  return [p, q, r, rest, u, v];
}
log(f(), f(9), f(undefined, 3, { r: 4, w: 5 }, [6, 7]), f.length);
let n: any = null;
log(n?.a.b.c(t("not")), n?.[t("not2")], n?.(), n?.a?.b, delete n?.q);
const m: any = {
  f() {
    return this === m;
  },
  g: null,
};
log(m?.f(), m.f?.(), (m?.f)(), m.g?.(t("no")), m?.["f"]());
let cnt = 0;
const side = () => ++cnt;
log(side() || 5, side() && side(), cnt, null ?? side(), 0 ?? side());
let w;
w ??= side();
w &&= side();
w ||= 99;
log(w);
log(typeof undeclared, typeof t, void t("v"), !0, -"3", +"4", ~5, !(a > 3) && a < 100);
let v1 = (x = y = 4);
log(v1, x, y);
v1 = v1 > 3 ? v1++ : v1--;
log(v1);
v1 = v1++ + v1;
log(v1);
v1 = (log("seq"), v1, 3);
log(v1);
try {
  x =
    (() => {
      throw 1;
    })() || 5;
} catch {}
log(x);
try {
  x =
    false ||
    (() => {
      throw 1;
    })();
} catch {}
log(x);
try {
  x =
    5 &&
    (() => {
      throw 1;
    })();
} catch {}
log(x);
let obj = { p: 1 };
obj = { ...obj, q: obj.p, [`k${obj.p}`]: obj } as any;
log(obj);
let ar = [1];
ar = [...ar, ...ar, 2];
log(ar);
log(
  [, 1, , 2, ,].length,
  [...[, 1]],
  { ...null, ...{ a: 1 }, ..."hi" } as any,
  { __proto__: { inh: 1 } }.inh,
  { __proto__: null } instanceof Object,
  { ["__proto__"]: 5 },
);
log(
  ((a, b = 2, ...c) => [a, b, c])(1),
  function (a: any, b: any) {}.length,
  ((a: any, b = 1, c: any) => 0).length,
);
let lbl = "";
foo: {
  lbl += "a";
  if (lbl) break foo;
  lbl += "b";
}
log(lbl);
for (const q in { a: 1, b: 2 }) log(q);
for (const q in [7, 8]) log(q, typeof q);
for (var vv of "ab") log(vv);
log(vv);
for (let i = 0, j = 10; i < j; i += 3, j -= 1) log(i, j);
let e = 0;
while (e < 3) e++;
do e--;
while (e > 1);
log(e);
log(
  1 < 2,
  2 <= 2,
  "a" < "b",
  3 > NaN,
  5 == ("5" as any),
  null == undefined,
  0 === -0,
  NaN !== NaN,
  2 ** 10,
  7 % -3,
  -7 % 3,
  1 / -0,
  5 & 3,
  5 | 3,
  5 ^ 3,
  1 << 31,
  -1 >>> 28,
  -16 >> 2,
  0.1 + 0.2,
  "a" + 1 + 2,
  1 + 2 + "a",
);
