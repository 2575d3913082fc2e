// Uint8Array
const a = new Uint8Array(4);
a[0] = 255;
a[1] = 256;
a[2] = -1;
a[3] = 3.9;
a[10] = 5;
console.log(a, a.length, a[10], a.byteLength);
const b = new Uint8Array([1, 2, 300]);
console.log(
  b,
  Uint8Array.from([5, 6]),
  Uint8Array.of(7),
  b.slice(1),
  b.subarray(1, 2),
  b.indexOf(2),
  b.includes(44),
  b.join("-"),
  [...b],
  b.fill(9, 1),
);
b.set([8], 0);
console.log(
  b,
  b instanceof Uint8Array,
  Object.prototype.toString.call(b),
  b.at(-1),
  new Uint8Array(b),
  String(b),
);
const s = b.subarray(1);
s[0] = 77;
console.log(b[1]);
for (const x of b) console.log(x);
b.reverse?.();
console.log("0" in b, 5 in b, Object.keys(b));
try {
  new Uint8Array(-1);
} catch (e: any) {
  console.log(e.name);
}
let sum = 0;
const big = new Uint8Array(100000);
for (let i = 0; i < big.length; i++) big[i] = i;
for (let i = 0; i < big.length; i++) sum += big[i];
console.log(sum);
console.log(big.slice(0, 3), new Uint8Array(2.0), a == (a as any));
