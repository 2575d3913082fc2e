// Which scope a closure captures
const log = (...a: unknown[]) => console.log(...a);
const fs: (() => number)[] = [];
for (let i = 0; i < 3; i++) {
  fs.push(() => i++);
}
log(
  fs.map((f) => f()),
  fs.map((f) => f()),
);
for (const x of [1, 2]) fs.push(() => x);
for (const k in { a: 1 }) fs.push(() => k as any);
log(fs.map((f) => f()));
let w = 0;
while (w < 2) {
  const c = w++;
  fs.push(() => c);
}
log(fs.slice(6).map((f) => f()));
function counter() {
  let n = 0;
  return {
    inc: () => ++n,
    get: () => n,
    add(x: number) {
      n += x;
      return this;
    },
  };
}
const c = counter();
c.inc();
c.add(5).add(1);
log(c.get());
const fact = (n: number): number => (n <= 1 ? 1 : n * fact(n - 1));
log(fact(5));
function outer() {
  const even = (n: number): boolean => n === 0 || odd(n - 1);
  const odd = (n: number): boolean => n !== 0 && even(n - 1);
  return [even(10), odd(7)];
}
log(outer());
function hoist() {
  log(h1(), typeof h2);
  {
    function h2() {
      return 2;
    }
    log(h2());
  }
  function h1() {
    return v;
  }
  var v = 1;
  log(h1());
  return h1;
}
hoist();
try {
  tdz();
} catch (e: any) {
  log(e.message);
}
function tdz() {
  return late;
}
let late = 1;
log(tdz());
try {
  const q: any = (() => q)();
} catch (e: any) {
  log(e.message);
}
try {
  log(zz);
  let zz = 1;
} catch (e: any) {
  log(e.message);
}
try {
  const cc = 1;
  (cc as any) = 2;
} catch (e: any) {
  log(e.message);
}
function sw(v: number) {
  switch (v) {
    case 0:
      let x = "zero";
      return () => x;
    case 1:
      x = "one";
      return () => x;
    default:
      function inner() {
        return "inner" + v;
      }
      return inner;
  }
}
log(sw(0)());
try {
  sw(1);
} catch (e: any) {
  log(e.message);
}
log(sw(2)());
const named = function self(n: number): number {
  return n ? self(n - 1) + 1 : 0;
};
log(named(4), named.name, (() => {}).name, function () {}.name);
const rec = function me() {
  return () => me;
};
log(rec()() === rec);
function params(a: number, b = () => a, c = ((a = 7), a)) {
  a++;
  return [a, b(), c];
}
log(params(1));
function shadow(x: any, y = () => x) {
  var x: any = x + 1;
  return [x, y()];
}
log(shadow(1));
function dup(a = 1) {
  var a: number;
  return a;
}
log(dup(3));
(function () {
  var self = this as any;
  log(self === undefined);
  const f = () => this as any;
  log(f() === undefined);
}).call(undefined);
const obj = {
  m() {
    return [1].map(() => this === obj)[0];
  },
};
log(obj.m());
function many() {
  const a = 1,
    b = 2,
    cc = 3;
  let d = 4;
  const f = () => {
    d += a;
    return () => {
      d += b;
      return () => d + cc;
    };
  };
  return f()()();
}
log(many());
function loops(n: number) {
  let s = 0;
  const k = 3;
  const f = () => {
    for (let i = 0; i < n; i++) for (let j = 0; j < k; j++) s += k;
    return s;
  };
  return f() + f();
}
log(loops(2));
function catchVar() {
  const out: any[] = [];
  for (let i = 0; i < 2; i++)
    try {
      throw i;
    } catch (e) {
      out.push(() => e);
    }
  return out.map((f) => f());
}
log(catchVar());
function argsMut(a: any) {
  const g = () => a;
  a = 2;
  return g();
}
log(argsMut(1));
var gv = 1;
{
  var gv = 2;
}
log(gv);
if (true) {
  function blockFn() {
    return "bf";
  }
  log(blockFn());
}
enum E {
  A,
  B = 5,
  C,
  S = "s",
  D = B * 2,
  F = "abc".length,
}
log(E.A, E[5], E.C, E.S, E.D, E.F, E[3], Object.keys(E));
const enum CE {
  X = 1,
  Y = X << 3,
}
log(CE.Y);
enum E {
  G = 50,
}
log(E.G, E.A);
function destr({ a, b: [c, { d = 4 } = {} as any] = [1] as any, ...r }: any) {
  return () => [a, c, d, r];
}
log(destr({ a: 1, x: 2, y: 3 })(), destr({ b: [5, { d: 6 }] })());
let cl;
{
  let q = 1;
  cl = () => q;
  q = 2;
}
log(cl());
function defs(
  f = function g() {
    return typeof g;
  },
) {
  return f();
}
log(defs());
label: for (let i = 0; ; i++) {
  for (let j = 0; ; j++) {
    if (j === 2) continue label;
    if (i === 2) break label;
    fs.push(() => i * 10 + j);
  }
}
log(fs.slice(8).map((f) => f()));
