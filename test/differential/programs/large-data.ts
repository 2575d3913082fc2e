// Large data: deep objects, long strings, big arrays and maps, deep recursion
const log = (...a: any[]) => console.log(...a);
// deep structures, big loops, large strings, many fields
const deep: any = {};
let cur = deep;
for (let i = 0; i < 3000; i++) cur = cur.n = { i };
let d = 0;
for (let c = deep; c; c = c.n) d++;
log(d);
const nested = JSON.parse("[".repeat(2000) + "]".repeat(2000));
let nd = 0;
for (let c = nested; c; c = c[0]) nd++;
log(nd, JSON.stringify(nested).length);
const big = Array.from({ length: 100000 }, (_, i) => (i * 7919) % 100003);
big.sort((a, b) => a - b);
log(
  big[0],
  big[50000],
  big[99999],
  big.indexOf(50000),
  big.reduce((a, b) => a + b),
);
const strs = big.slice(0, 20000).map(String).sort();
log(strs[0], strs[10000], strs.at(-1), strs.join("").length);
const m = new Map<any, any>();
for (let i = 0; i < 50000; i++) m.set(i % 2 ? i : "k" + i, i);
for (let i = 0; i < 50000; i += 3) m.delete(i % 2 ? i : "k" + i);
let ms = 0;
for (const [k, v] of m) ms += v;
log(m.size, ms);
let s = "";
for (let i = 0; i < 200000; i++) s += "ab"[i & 1];
log(s.length, s.lastIndexOf("ba"), s.split("a").length);
let h = 0;
for (let i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) | 0;
log(h);
const wide: any = {};
for (let i = 0; i < 2000; i++) wide["p" + i] = i;
let ws = 0;
for (const k in wide) ws += wide[k];
log(ws, Object.keys(wide).length, JSON.stringify(wide).length);
for (let i = 0; i < 2000; i += 2) delete wide["p" + i];
log(Object.keys(wide).length, wide.p1, wide.p2, { ...wide }.p1999);
const fns: any[] = [];
for (let i = 0; i < 1000; i++) {
  let c = i;
  fns.push(() => c++);
}
for (const f of fns) f();
log(fns.reduce((a, f) => a + f(), 0));
function ack(a: number, b: number): number {
  return a === 0 ? b + 1 : b === 0 ? ack(a - 1, 1) : ack(a - 1, ack(a, b - 1));
}
log(ack(2, 50));
const rec = (n: number): number => (n === 0 ? 0 : 1 + rec(n - 1));
log(rec(4000));
const a1: any[] = [];
a1[100000] = 1;
log(
  a1.length,
  a1.findIndex((x) => x === 1),
);
a1.push(2);
log(a1.length);
a1.reverse();
log(a1[0], a1[1], a1.length);
a1.length = 5;
log(a1);
const u = new Uint8Array(300000);
for (let i = 0; i < u.length; i++) u[i] = i * i;
log(
  u.reduce((x, y) => x + y, 0),
  u.subarray(1000, 1005),
  u.slice(-3).join(),
);
const chunks: string[] = [];
for (let i = 0; i < 3000; i++) chunks.push(String.fromCodePoint(0x1f600 + (i % 50)) + i);
const joined = chunks.join(",");
log(joined.length, [...joined].length, joined.slice(5000, 5010), encodeURIComponent(joined).length);
const parsed = JSON.parse(
  JSON.stringify(
    Array.from({ length: 3000 }, (_, i) => ({
      id: i,
      name: "n" + i,
      tags: ["a", "b" + (i % 7)],
      v: i / 3,
    })),
  ),
);
log(parsed.length, parsed[2999], parsed.filter((p: any) => p.tags[1] === "b3").length);
const groups: Record<string, number[]> = {};
for (const p of parsed) (groups[p.tags[1]] ??= []).push(p.id);
log(
  Object.entries(groups)
    .map(([k, v]) => k + v.length)
    .join(),
);
let q: any[] = [];
for (let i = 0; i < 20000; i++) {
  q.push(i);
  if (i % 3 === 0) q.shift();
}
log(q.length, q[0]);
for (let i = 0; i < 2000; i++) q.unshift(-i);
log(q.length, q[0], q[1999], q[2000]);
const memo = new Map<string, number>();
const lcs = (a: string, b: string, i: number, j: number): number => {
  if (i < 0 || j < 0) return 0;
  const k = i + ":" + j;
  const c = memo.get(k);
  if (c !== undefined) return c;
  const r =
    a[i] === b[j]
      ? 1 + lcs(a, b, i - 1, j - 1)
      : Math.max(lcs(a, b, i - 1, j), lcs(a, b, i, j - 1));
  memo.set(k, r);
  return r;
};
log(lcs("abcde".repeat(12), "badce".repeat(12), 59, 59), memo.size);
const matrix = Array.from({ length: 60 }, (_, i) => Array.from({ length: 60 }, (_, j) => i ^ j));
let tr = 0;
const prod = matrix.map((r) =>
  matrix[0].map((_, j) => r.reduce((s, x, k) => s + x * matrix[k][j], 0)),
);
for (let i = 0; i < 60; i++) tr += prod[i][i];
log(tr, prod[3].slice(0, 5));
class Node2 {
  constructor(
    public v: number,
    public l?: Node2,
    public r?: Node2,
  ) {}
}
const ins = (n: Node2 | undefined, v: number): Node2 =>
  !n ? new Node2(v) : v < n.v ? ((n.l = ins(n.l, v)), n) : ((n.r = ins(n.r, v)), n);
let root: Node2 | undefined;
let x = 1;
for (let i = 0; i < 5000; i++) {
  x = (x * 1103515245 + 12345) % 2147483648;
  root = ins(root, x);
}
const hgt = (n?: Node2): number => (n ? 1 + Math.max(hgt(n.l), hgt(n.r)) : 0);
log(hgt(root));
let cnt = 0,
  last = -1,
  ok = true;
const walk = (n?: Node2): void => {
  if (!n) return;
  walk(n.l);
  if (n.v < last) ok = false;
  last = n.v;
  cnt++;
  walk(n.r);
};
walk(root);
log(cnt, ok);
try {
  (function f(): any {
    return f();
  })();
} catch (e: any) {
  log(e instanceof RangeError || e.name === "StackOverflowError");
}
const sym: any = {};
for (let i = 0; i < 100; i++) sym[Symbol("s" + i)] = i;
log(Object.getOwnPropertySymbols(sym).length);
let str2 = "x";
for (let i = 0; i < 15; i++) str2 = str2 + str2.slice(i) + i;
log(str2.length, str2.slice(-20));
const parts = str2.split("0");
log(parts.length, parts.join("0") === str2);
log(
  [..."the quick brown fox"].sort().join("").trim(),
  Object.entries([..."mississippi"].reduce<any>((o, c) => ((o[c] = (o[c] || 0) + 1), o), {}))
    .sort()
    .flat()
    .join(""),
);
