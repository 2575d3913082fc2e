// Long strings built by appending, prepending, joining, slicing; their contents stay right
let s = "";
for (let i = 0; i < 5000; i++) s += String.fromCharCode(97 + (i % 26));
console.log(s.length, s.slice(0, 30), s.slice(-5), s[2500], s.indexOf("xyz"), s.lastIndexOf("xyz"));
let p = "";
for (let i = 0; i < 1000; i++) p = i + p;
console.log(p.length, p.slice(0, 12), p.slice(-12));
let both = "|";
for (let i = 0; i < 300; i++) both = `<${both}>`;
console.log(both.length, both[300], both.slice(298, 303));
const parts: string[] = [];
for (let i = 0; i < 1000; i++) parts.push(`${i}:${i * i}`);
const joined = parts.join(";");
console.log(
  joined.length,
  joined.split(";").length,
  joined.endsWith("999:998001"),
  joined.slice(1000, 1020),
);
let hash = 0;
for (let i = 0; i < joined.length; i++) hash = (hash * 31 + joined.charCodeAt(i)) | 0;
console.log(hash);
let doubled = "ab";
while (doubled.length < 1 << 16) doubled += doubled;
console.log(
  doubled.length,
  doubled.lastIndexOf("ba"),
  doubled === "ab".repeat(doubled.length / 2),
  doubled.slice(30000, 30004),
);
let mixed = "";
for (let i = 0; i < 600; i++) {
  mixed += i % 50 === 0 ? "€" : "x";
  if (mixed.length > 200) mixed = mixed.slice(50);
}
console.log(mixed.length, mixed.split("€").length, mixed.indexOf("€"));
let tree = "";
const grow = (depth: number): string =>
  depth === 0 ? "." : `(${grow(depth - 1)}${depth}${grow(depth - 1)})`;
tree = grow(8);
console.log(tree.length, tree.slice(0, 20), tree.slice(tree.length / 2 - 5, tree.length / 2 + 5));
const keys = new Map<string, number>();
for (let i = 0; i < 200; i++) {
  const key = "k" + (i % 7) + "-" + (i % 3);
  keys.set(key, (keys.get(key) ?? 0) + i);
}
console.log(keys.size, keys.get("k0-0"), [...keys.keys()].slice(0, 5));
let drained = "abc".repeat(100);
let taken = 0;
while (drained) {
  taken += drained.charCodeAt(0);
  drained = drained.slice(1);
}
console.log(taken);
