// The default order: by code units, whatever the texts have in common
const texts = ["", "a", "a\0", "a\0b", "a\0\0", "ab", "aa", "customer/1", "customer/10", "customer/2", "customer/", "customer"];
console.log(JSON.stringify([...texts].sort()), JSON.stringify([...texts].reverse().sort()));
const same = Array.from({ length: 40 }, (_, i) => "the same beginning of every text, longer than a word " + ((i * 7) % 20));
console.log(same.sort().map((t) => t.slice(52)).join(" "));
const wide = ["\u{1F600}", "\uffff", "\u20ac", "z", "\xff", "Z", "\ud83d", "\u20ac1", "z\u20ac", "z", ""];
console.log(JSON.stringify([...wide].sort()), JSON.stringify(wide.toSorted()));
console.log([10, 9, 1, 100, -1, -10, 0.5, 1e21, NaN, Infinity, null, undefined, true, "9a"].sort());
let seed = 1;
const many: string[] = [];
for (let i = 0; i < 9000; i++) {
  seed = (seed * 3877 + 29573) % 139968;
  many.push((seed % 3 ? "item" : "it") + "\0".repeat(seed % 2) + (seed % 1000));
}
many.sort();
let hash = 0;
for (let i = 0; i < many.length; i++) {
  if (i > 0 && many[i - 1] > many[i]) console.log("out of order", i);
  for (let j = 0; j < many[i].length; j++) hash = (hash * 31 + many[i].charCodeAt(j)) | 0;
}
console.log(hash, many[0], many.at(-1));
