// Priority queue and shortest paths; grid search with obstacles
class Heap<T> {
  #items: T[] = [];
  constructor(private readonly before: (a: T, b: T) => boolean) {}
  get size() {
    return this.#items.length;
  }
  push(item: T) {
    const a = this.#items;
    let i = a.push(item) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.before(a[i], a[parent])) break;
      [a[i], a[parent]] = [a[parent], a[i]];
      i = parent;
    }
  }
  pop(): T | undefined {
    const a = this.#items;
    const top = a[0];
    const last = a.pop();
    if (a.length > 0 && last !== undefined) {
      a[0] = last;
      for (let i = 0; ; ) {
        const [l, r] = [2 * i + 1, 2 * i + 2];
        let least = i;
        if (l < a.length && this.before(a[l], a[least])) least = l;
        if (r < a.length && this.before(a[r], a[least])) least = r;
        if (least === i) break;
        [a[i], a[least]] = [a[least], a[i]];
        i = least;
      }
    }
    return top;
  }
}
type Graph = Record<string, Record<string, number>>;
function shortest(graph: Graph, from: string, to: string) {
  const cost = new Map([[from, 0]]);
  const via = new Map<string, string>();
  const queue = new Heap<[string, number]>(([, a], [, b]) => a < b);
  queue.push([from, 0]);
  while (queue.size > 0) {
    const [node, at] = queue.pop()!;
    if (node === to) break;
    if (at > cost.get(node)!) continue;
    for (const [next, step] of Object.entries(graph[node] ?? {})) {
      const total = at + step;
      if (total >= (cost.get(next) ?? Infinity)) continue;
      cost.set(next, total);
      via.set(next, node);
      queue.push([next, total]);
    }
  }
  if (!cost.has(to)) return "unreachable";
  const path = [to];
  while (path[0] !== from) path.unshift(via.get(path[0])!);
  return `${path.join("-")} (${cost.get(to)})`;
}
const graph: Graph = {
  a: { b: 7, c: 9, f: 14 },
  b: { a: 7, c: 10, d: 15 },
  c: { a: 9, b: 10, d: 11, f: 2 },
  d: { e: 6 },
  f: { e: 9 },
  z: {},
};
console.log(
  shortest(graph, "a", "e"),
  shortest(graph, "a", "d"),
  shortest(graph, "e", "a"),
  shortest(graph, "a", "a"),
);
const map = ["S..#....", ".#.#.##.", ".#...#..", ".####.#.", "......#E"];
function walk(rows: string[]) {
  const find = (c: string) =>
    rows.flatMap((row, y) => (row.includes(c) ? [[row.indexOf(c), y]] : []))[0];
  const [sx, sy] = find("S");
  const [ex, ey] = find("E");
  const from = new Map<string, string | null>([[`${sx},${sy}`, null]]);
  const queue = [[sx, sy]];
  for (const [x, y] of queue) {
    if (x === ex && y === ey) break;
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ]) {
      const [nx, ny] = [x + dx, y + dy];
      const key = `${nx},${ny}`;
      if (rows[ny]?.[nx] === undefined || rows[ny][nx] === "#" || from.has(key)) continue;
      from.set(key, `${x},${y}`);
      queue.push([nx, ny]);
    }
  }
  const grid = rows.map((row) => [...row]);
  let steps = 0;
  for (let at = from.get(`${ex},${ey}`); at; at = from.get(at)) {
    const [x, y] = at.split(",").map(Number);
    if (grid[y][x] === ".") grid[y][x] = "o";
    steps++;
  }
  return `${grid.map((row) => row.join("")).join("\n")}\n${steps}`;
}
console.log(walk(map));
const sorted: number[] = [];
const heap = new Heap<number>((a, b) => a > b);
for (const n of [5, 2, 8, 1, 9, 3, 8]) heap.push(n);
while (heap.size) sorted.push(heap.pop()!);
console.log(sorted, heap.pop());
