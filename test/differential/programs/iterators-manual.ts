// Driving iterators by hand: arrays, strings, maps, sets, entries; exhaustion
const it = [10, 20][Symbol.iterator]();
console.log(it.next(), it.next(), it.next(), it.next());
const text = "a😀"[Symbol.iterator]();
console.log(text.next(), text.next(), text.next());
const map = new Map([
  ["k", 1],
  ["l", 2],
]);
const entries = map.entries();
console.log(entries.next().value, [...entries], entries.next(), [...entries]);
const keys = map.keys();
map.set("m", 3);
console.log([...keys], map.values().next(), [...new Set([1, 2]).entries()]);
const array = ["x", "y"];
const values = array.values();
array.push("z");
console.log(values.next().value, [...values], [...array.entries()], [...array.keys()]);
console.log(
  it[Symbol.iterator]() === it,
  entries[Symbol.iterator]() === entries,
  typeof it.next,
  Object.prototype.toString.call(it),
  Object.prototype.toString.call(entries),
  String(text),
);
for (const x of it) console.log("never", x);
const shared = [1, 2, 3, 4, 5][Symbol.iterator]();
for (const x of shared) {
  if (x === 2) break;
}
console.log([...shared]);
const [first, ...others] = map.values();
console.log(first, others);
const zip = <A, B>(a: Iterable<A>, b: Iterable<B>) => {
  const out: [A, B][] = [];
  const other = b[Symbol.iterator]();
  for (const x of a) {
    const y = other.next();
    if (y.done) break;
    out.push([x, y.value]);
  }
  return out;
};
console.log(zip("abc", new Set([1, 2])), zip([], [1]));
const done = [].values();
console.log(done.next(), done.next());
