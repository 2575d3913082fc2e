// Changing a collection while it is iterated
const list = [1, 2, 3];
const seen: number[] = [];
for (const x of list) {
  seen.push(x);
  if (x < 3 && list.length < 6) list.push(x * 10);
}
console.log(seen, list);
const shrinking = [1, 2, 3, 4, 5];
for (const x of shrinking) shrinking.pop();
console.log(shrinking);
const shifting = [1, 2, 3, 4];
for (const x of shifting) shifting.shift();
console.log(shifting);
const map = new Map<string, number>([
  ["a", 1],
  ["b", 2],
  ["c", 3],
]);
const visited: string[] = [];
for (const [k, v] of map) {
  visited.push(`${k}${v}`);
  if (k === "a") {
    map.delete("b");
    map.set("d", 4);
    map.set("a", 100);
  }
  if (k === "d" && map.size < 5) map.set("e", 5);
}
console.log(visited, map);
const set = new Set([1, 2, 3]);
const order: number[] = [];
set.forEach((x) => {
  order.push(x);
  set.delete(x);
  if (x < 10) set.add(x + 10);
});
console.log(order, set);
const reinserted = new Set(["x", "y"]);
let rounds = 0;
for (const x of reinserted) {
  reinserted.delete(x);
  if (rounds++ < 5) reinserted.add(x);
}
console.log(rounds, reinserted.size);
const cleared = new Map([
  [1, 1],
  [2, 2],
]);
for (const [k] of cleared) {
  cleared.clear();
  if (k === 1) cleared.set(9, 9);
  console.log("k", k);
}
const [a, b, c] = [[1, 2, 3], [4, 5, 6], [7]];
console.log(
  a.map((x, i) => {
    a.push(x);
    return x;
  }),
  a.length,
  b.filter((x, i) => {
    b.length = 2;
    return true;
  }),
  c.reduce((s, x) => s + x, 0),
);
const indexes: number[] = [];
[1, 2, 3, 4].forEach((x, i, self) => {
  indexes.push(i);
  if (i === 0) self.splice(1, 1);
});
console.log(indexes);
