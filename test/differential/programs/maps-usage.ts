// Maps and Sets in use: counting, grouping, indexing, caches, graphs, defaults, nested maps
const text = "it was the best of times it was the worst of times";
const counts = new Map<string, number>();
for (const word of text.split(" ")) counts.set(word, (counts.get(word) ?? 0) + 1);
console.log(
  [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 4),
  Math.max(...counts.values()),
);
const groups = new Map<number, Set<string>>();
for (const word of counts.keys()) {
  let group = groups.get(word.length);
  if (!group) groups.set(word.length, (group = new Set()));
  group.add(word);
}
console.log(groups, [...groups.keys()].sort());
class Graph {
  #edges = new Map<string, Map<string, number>>();
  link(a: string, b: string, cost: number) {
    for (const [x, y] of [
      [a, b],
      [b, a],
    ]) {
      if (!this.#edges.has(x)) this.#edges.set(x, new Map());
      this.#edges.get(x)!.set(y, cost);
    }
    return this;
  }
  reach(from: string, within: number) {
    const best = new Map([[from, 0]]);
    for (const [node, cost] of best) {
      for (const [next, step] of this.#edges.get(node) ?? []) {
        const total = cost + step;
        if (total <= within && total < (best.get(next) ?? Infinity)) {
          best.delete(next);
          best.set(next, total);
        }
      }
    }
    return best;
  }
}
const g = new Graph().link("a", "b", 2).link("b", "c", 2).link("a", "c", 5).link("c", "d", 1);
console.log(g.reach("a", 10), g.reach("d", 3), g.reach("z", 1));
const inverse = new Map([...counts].map(([k, v]) => [v, k]));
console.log(
  inverse,
  new Map(Object.entries({ x: 1 })),
  Object.fromEntries(inverse),
  [...new Map([[1, 2]]).entries()].flat(),
);
const union = (a: Set<number>, b: Set<number>) => new Set([...a, ...b]);
const intersect = (a: Set<number>, b: Set<number>) => new Set([...a].filter((x) => b.has(x)));
const minus = (a: Set<number>, b: Set<number>) => new Set([...a].filter((x) => !b.has(x)));
const [x, y] = [new Set([1, 2, 3]), new Set([3, 4])];
console.log(
  union(x, y),
  intersect(x, y),
  minus(x, y),
  [...x].every((n) => union(x, y).has(n)),
);
const dedupe = <T>(list: T[], by: (t: T) => unknown) => [
  ...new Map(list.map((t) => [by(t), t])).values(),
];
console.log(
  dedupe(
    [
      { id: 1, v: "a" },
      { id: 2, v: "b" },
      { id: 1, v: "c" },
    ],
    (t) => t.id,
  ),
);
counts.forEach((count, word, map) => {
  if (count === 1) map.delete(word);
});
console.log(
  counts,
  counts.forEach(() => 1),
  new Map([[{ k: 1 }, [new Set([new Map()])]]]),
);
