// Hash functions over strings: FNV-1a, djb2, Adler-32, CRC-32, MurmurHash3's finisher
function fnv1a(text: string) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}
function djb2(text: string) {
  let h = 5381;
  for (const ch of text) h = ((h << 5) + h + ch.charCodeAt(0)) & 0xffffffff;
  return h;
}
function adler(text: string) {
  let a = 1;
  let b = 0;
  for (let i = 0; i < text.length; i++) {
    a = (a + text.charCodeAt(i)) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}
const table = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
function crc32(text: string) {
  let c = 0xffffffff;
  for (let i = 0; i < text.length; i++) c = table[(c ^ text.charCodeAt(i)) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
function mix(h: number) {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
for (const text of [
  "",
  "a",
  "hello",
  "The quick brown fox jumps over the lazy dog",
  "x".repeat(1000),
]) {
  const line = [fnv1a(text), djb2(text), adler(text), crc32(text), mix(text.length)];
  console.log(line.map((n) => n.toString(16)).join(" "), djb2(text));
}
