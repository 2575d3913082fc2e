// Uint8Array: wrapping stores, views, copying, searching, conversions
const b = new Uint8Array(8);
[0, 255, 256, -1, 1.9, NaN, "7" as any, undefined as any].forEach((v, i) => (b[i] = v));
console.log(b, b.length, b[8], b[-1], (b as any)["2"], 3 in b, 9 in b);
b[100] = 5;
b[0]--;
b[1]++;
b[2] += 300;
b[3] ^= 0xf0;
console.log(b, b[100], Object.keys(b).length);
const view = b.subarray(2, 6);
view[0] = 99;
view.fill(1, 2);
console.log(
  b,
  view,
  view.length,
  view.byteOffset,
  b.slice(2, 4),
  b.subarray(-2),
  b.subarray(5, 2).length,
  b.subarray().length,
);
const copy = b.slice();
copy.set([5, 6, 7], 1);
copy.set(view, 4);
copy.copyWithin(0, 4, 8);
console.log(
  copy,
  b[1],
  Uint8Array.from([1, 2, 3], (x) => x * 100),
  Uint8Array.from("123"),
  Uint8Array.of(1, 257),
  new Uint8Array(copy.subarray(0, 2)),
  Uint8Array.from(new Set([9, 8])),
  Uint8Array.from({ length: 2, 0: 4 } as any),
);
console.log(
  b.indexOf(99),
  b.includes(1),
  b.lastIndexOf(1),
  b.join(","),
  String(b),
  [...b.entries()][2],
  [...b].map((x) => x.toString(16).padStart(2, "0")).join(""),
  b.at(-1),
  Array.from(b).length,
);
console.log(
  b.map((x) => x * 2),
  b.filter((x) => x > 50),
  b.reduce((s, x) => s + x, 0),
  b.find((x) => x > 100),
  b.some((x) => x === 1),
  b.every((x) => x < 256),
  b.findIndex((x) => x === 1),
);
console.log(
  new Uint8Array([3, 1, 200, 20]).sort(),
  new Uint8Array([3, 1, 2]).toSorted((x, y) => y - x),
  new Uint8Array([1, 2]).reverse(),
  new Uint8Array([1, 2]).with(0, 300),
  new Uint8Array(2).toString(),
  JSON.stringify(new Uint8Array([1, 2])),
);
function base64(bytes: Uint8Array) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  let out = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const n = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    out +=
      alphabet[n >> 18] +
      alphabet[(n >> 12) & 63] +
      (i + 1 < bytes.length ? alphabet[(n >> 6) & 63] : "=") +
      (i + 2 < bytes.length ? alphabet[n & 63] : "=");
  }
  return out;
}
const ascii = (s: string) => Uint8Array.from(s, (c) => c.charCodeAt(0));
console.log(["", "f", "fo", "foo", "foobar"].map((s) => base64(ascii(s))));
for (const f of [
  () => new Uint8Array(-1),
  () => new Uint8Array(2).set([1], 2),
  () => (Uint8Array as any)(1),
  () => new Uint8Array([1]).with(5, 1),
  () => new Uint8Array("3" as any).length,
]) {
  try {
    console.log(f());
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
const sieve = new Uint8Array(1000);
let primes = 0;
for (let i = 2; i < 1000; i++) {
  if (sieve[i]) continue;
  primes++;
  for (let j = i * i; j < 1000; j += i) sieve[j] = 1;
}
console.log(
  primes,
  new Uint8Array([1, 2]) instanceof Uint8Array,
  Array.isArray(new Uint8Array(1)),
  Object.prototype.toString.call(new Uint8Array(1)),
  new Uint8Array(3),
);
