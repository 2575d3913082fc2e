// Topological sorting, strongly connected components, union-find, spanning trees, build order
type Graph = Map<string, string[]>;
const graphOf = (text: string): Graph => {
  const graph: Graph = new Map();
  for (const line of text.split("\n")) {
    const [name, deps = ""] = line.split(":").map((s) => s.trim());
    graph.set(name, deps.split(" ").filter(Boolean));
  }
  return graph;
};
class CycleError extends Error {
  constructor(readonly path: string[]) {
    super(`cycle: ${path.join(" -> ")}`);
    this.name = "CycleError";
  }
}
function order(graph: Graph): string[] {
  const done = new Set<string>();
  const visit = (name: string, path: string[]) => {
    if (done.has(name)) return;
    if (path.includes(name)) throw new CycleError([...path.slice(path.indexOf(name)), name]);
    for (const dep of graph.get(name) ?? []) visit(dep, [...path, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return [...done];
}
function layers(graph: Graph): string[][] {
  const left = new Map([...graph].map(([name, deps]) => [name, new Set(deps)]));
  const out: string[][] = [];
  while (left.size > 0) {
    const ready = [...left].filter(([, deps]) => deps.size === 0).map(([name]) => name);
    if (ready.length === 0) throw new CycleError([...left.keys()]);
    for (const name of ready) left.delete(name);
    for (const deps of left.values()) for (const name of ready) deps.delete(name);
    out.push(ready.sort());
  }
  return out;
}
const build = graphOf(`app: ui core net
ui: core theme
core: util
net: util log
log: util
theme:
util:`);
console.log(order(build), layers(build));
try {
  order(graphOf("a: b\nb: c\nc: d b\nd:"));
} catch (error) {
  if (error instanceof CycleError) console.log(error.message, error.path.length, String(error));
}
function components(graph: Graph): string[][] {
  let counter = 0;
  const info = new Map<string, { index: number; low: number; on: boolean }>();
  const stack: string[] = [];
  const found: string[][] = [];
  const connect = (v: string) => {
    const me = { index: counter, low: counter++, on: true };
    info.set(v, me);
    stack.push(v);
    for (const w of graph.get(v) ?? []) {
      const other = info.get(w);
      if (!other) me.low = Math.min(me.low, connect(w).low);
      else if (other.on) me.low = Math.min(me.low, other.index);
    }
    if (me.low === me.index) {
      const group: string[] = [];
      let w: string;
      do {
        w = stack.pop()!;
        info.get(w)!.on = false;
        group.push(w);
      } while (w !== v);
      found.push(group.sort());
    }
    return me;
  };
  for (const v of graph.keys()) if (!info.has(v)) connect(v);
  return found;
}
console.log(components(graphOf("a: b\nb: c e\nc: d\nd: c h\ne: a f\nf: g\ng: f\nh: h")));
class UnionFind {
  #parent: number[];
  count: number;
  constructor(n: number) {
    this.#parent = Array.from({ length: n }, (_, i) => i);
    this.count = n;
  }
  find(x: number): number {
    return this.#parent[x] === x ? x : (this.#parent[x] = this.find(this.#parent[x]));
  }
  join(a: number, b: number) {
    const [x, y] = [this.find(a), this.find(b)];
    if (x === y) return false;
    this.#parent[x] = y;
    this.count--;
    return true;
  }
}
const edges: [number, number, number][] = [
  [0, 1, 7],
  [0, 3, 5],
  [1, 2, 8],
  [1, 3, 9],
  [1, 4, 7],
  [2, 4, 5],
  [3, 4, 15],
  [3, 5, 6],
  [4, 5, 8],
  [4, 6, 9],
  [5, 6, 11],
];
const sets = new UnionFind(7);
const tree = edges.toSorted(([, , a], [, , b]) => a - b).filter(([a, b]) => sets.join(a, b));
console.log(
  tree.map(([a, b]) => `${a}-${b}`).join(" "),
  tree.reduce((sum, [, , w]) => sum + w, 0),
  sets.count,
);
