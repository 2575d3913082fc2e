// Objects as tables by computed keys: what inherits, what is frozen, what was deleted, what is an index
const table: Record<string, any> = {};
for (let i = 0; i < 50; i++) table["key-" + i] = i;
for (let i = 0; i < 50; i += 3) delete table["key-" + i];
for (let i = 0; i < 50; i += 9) table["key-" + i] = "again";
console.log(Object.keys(table).length, Object.entries(table).slice(-8));
for (const name of ["toString", "constructor", "has" + "OwnProperty", "key-1", "nothing"]) {
  console.log(name, typeof table[name], name in table, Object.hasOwn(table, name));
}
table["to" + "String"] = "own now";
console.log(table.toString, Object.keys(table).at(-1));

// Keys that are array indices, or nearly.
for (const key of ["1", "01", "-1", "4294967294", "4294967295", "1e3", "0", "", "1.5"]) table[key] = key;
console.log(Object.keys(table).slice(0, 4), table[1], table["01"], table[-1], table[1.5], table[1e3], table[""]);
table[7] = "seven";
console.log(table["7"], "7" in table, 7 in table, Object.keys(table)[2]);

// A setter and a constant on the way up.
const log: any[] = [];
const parent: any = {};
for (let i = 0; i < 20; i++) parent["p" + i] = i;
Object.defineProperty(parent, "watched" + 1, {
  get: () => "seen",
  set: (v) => log.push(v),
});
Object.defineProperty(parent, "fixed" + 1, { value: "fixed", writable: false });
const child: any = Object.create(parent);
for (let i = 0; i < 20; i++) child["c" + i] = i;
child["watched" + 1] = 5;
try {
  child["fixed" + 1] = 5;
} catch (e) {
  console.log((e as Error).message);
}
console.log(log, child["watched" + 1], child["fixed" + 1], child["p" + 3], Object.keys(child).length);
child["p" + 3] = "mine";
console.log(child["p" + 3], parent["p" + 3]);

// Own accessors and constants, sealed and frozen tables.
const own: any = {};
for (let i = 0; i < 20; i++) own["o" + i] = i;
let kept = 0;
Object.defineProperty(own, "acc" + 1, { get: () => kept, set: (v) => (kept = v * 2), enumerable: true });
Object.defineProperty(own, "con" + 1, { value: 1, enumerable: false });
own["acc" + 1] = 21;
const refused: string[] = [];
const attempt = (f: () => void) => {
  try {
    f();
  } catch (e) {
    refused.push((e as Error).message);
  }
};
attempt(() => (own["con" + 1] = 2));
Object.preventExtensions(own);
own["o" + 1] = "still";
attempt(() => (own["new" + 1] = 1));
Object.freeze(own);
attempt(() => (own["o" + 2] = 1));
console.log(own["acc" + 1], own["con" + 1], own["o" + 1], own["o" + 2], refused);

// No prototype, symbols, text from elsewhere.
const bare: any = Object.create(null);
for (let i = 0; i < 20; i++) bare[`b${i}`] = i;
bare["to" + "String"] = 1;
console.log(bare["to" + "String"], bare["value" + "Of"], "valueOf" in bare, Object.keys(bare).length);
const words = "the quick brown fox jumps over the lazy dog and the cat".split(" ");
const counts: Record<string, number> = {};
for (const w of words) counts[w] = (counts[w] ?? 0) + 1;
for (const w of words.map((x) => x.toUpperCase())) counts[w.toLowerCase()]++;
console.log(counts);
const m = new Map<any, number>();
for (const key of [1, 1.0, "1", 0, -0, NaN, NaN, 1.5, null, undefined, true, "true", 2 ** 31, -(2 ** 31), 2 ** 53, words, words[0], "the"]) {
  m.set(key, (m.get(key) ?? 0) + 1);
}
console.log(m);
