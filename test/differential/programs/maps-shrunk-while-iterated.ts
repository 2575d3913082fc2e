// An iterator that has met the last entry when the table behind it is replaced by a smaller one.
function onLast<T>(iterator: Iterable<T>, last: T, change: () => void): string {
  const seen: T[] = [];
  for (const item of iterator) {
    seen.push(item);
    if (item === last && seen.length < 10) change();
  }
  return seen.join();
}

function shrink(all: Map<string, number> | Set<string>): void {
  for (const key of ["a", "b", "c"]) all.delete(key);
  if (all instanceof Map) all.set("e", 5);
  else all.add("e");
  all.delete("e");
}

const map = () =>
  new Map([
    ["a", 1],
    ["b", 2],
    ["c", 3],
    ["d", 4],
  ]);
const set = () => new Set(["a", "b", "c", "d"]);

const m = map();
console.log(onLast(m.keys(), "d", () => shrink(m)));
const n = map();
console.log(onLast(n.values(), 4, () => shrink(n)));
const s = set();
console.log(onLast(s.values(), "d", () => shrink(s)));
const t = set();
console.log(onLast(t, "d", () => shrink(t)));

// The same by hand, and once more after the end.
const u = set();
const it = u.values();
for (let i = 0; i < 4; i++) it.next();
shrink(u);
console.log(it.next().value, it.next().value);
u.add("f");
console.log(it.next().value, [...u].join());
