// Counters in closures
function counter() {
  let n = 0;
  return { inc: () => ++n, dec: () => --n, get: () => n };
}
const a = counter(),
  b = counter();
a.inc();
a.inc();
b.dec();
console.log(a.get(), b.get());
const fs: (() => number)[] = [];
for (let i = 0; i < 5; i++) fs.push(() => i * i);
console.log(fs.map((f) => f()));
var vs: (() => number)[] = [];
for (var v = 0; v < 3; v++) vs.push(() => v);
console.log(vs.map((f) => f()));
const gs: (() => number)[] = [];
for (let i = 0; i < 3; i++) {
  gs.push(() => i++);
  gs.push(() => i);
}
console.log(
  gs.map((f) => f()),
  gs.map((f) => f()),
);
const hs: (() => string)[] = [];
for (const k of ["a", "b"]) {
  let n = 0;
  hs.push(() => k + n++);
}
console.log(hs[0](), hs[0](), hs[1]());
