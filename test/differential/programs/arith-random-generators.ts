// Pseudo-random generators: 32-bit arithmetic that must wrap exactly
function xorshift(seed: number) {
  let x = seed;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return x >>> 0;
  };
}
function mulberry(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
function lcg(seed: number) {
  return () => (seed = (seed * 1664525 + 1013904223) % 4294967296);
}
const a = xorshift(2463534242);
const b = mulberry(1234);
const c = lcg(42);
for (let i = 0; i < 8; i++) console.log(a(), b(), c());
const buckets = new Array(10).fill(0);
for (let i = 0; i < 10000; i++) buckets[Math.floor(b() * 10)]++;
console.log(buckets);
let hash = 0;
for (let i = 0; i < 10000; i++) hash = (Math.imul(hash, 31) + a()) | 0;
console.log(hash);
