// A search tree, a heap, depth-first order and a memoized recursion
class Node<K, V> {
  k: K;
  v: V;
  left: Node<K, V> | null = null;
  right: Node<K, V> | null = null;
  constructor(k: K, v: V) {
    this.k = k;
    this.v = v;
  }
}
class Tree<K, V> {
  root: Node<K, V> | null = null;
  size = 0;
  set(k: K, v: V) {
    this.root = this.#ins(this.root, k, v);
    return this;
  }
  #ins(n: Node<K, V> | null, k: K, v: V): Node<K, V> {
    if (!n) {
      this.size++;
      return new Node(k, v);
    }
    if (k < n.k) n.left = this.#ins(n.left, k, v);
    else if (k > n.k) n.right = this.#ins(n.right, k, v);
    else n.v = v;
    return n;
  }
  walk(f: (k: K, v: V) => void, n = this.root) {
    if (!n) return;
    this.walk(f, n.left);
    f(n.k, n.v);
    this.walk(f, n.right);
  }
}
const t = new Tree<string, number>();
for (const w of "the quick brown fox jumps over the lazy dog the end".split(" "))
  t.set(w, w.length);
const out: string[] = [];
t.walk((k, v) => out.push(`${k}:${v}`));
console.log(out.join(" "), t.size);
class Heap {
  a: number[] = [];
  push(x: number) {
    this.a.push(x);
    let i = this.a.length - 1;
    while (i > 0) {
      const p = (i - 1) >> 1;
      if (this.a[p] <= this.a[i]) break;
      [this.a[p], this.a[i]] = [this.a[i], this.a[p]];
      i = p;
    }
  }
  pop() {
    const top = this.a[0],
      last = this.a.pop()!;
    if (this.a.length) {
      this.a[0] = last;
      let i = 0;
      for (;;) {
        let s = i;
        const l = 2 * i + 1,
          r = l + 1;
        if (l < this.a.length && this.a[l] < this.a[s]) s = l;
        if (r < this.a.length && this.a[r] < this.a[s]) s = r;
        if (s === i) break;
        [this.a[s], this.a[i]] = [this.a[i], this.a[s]];
        i = s;
      }
    }
    return top;
  }
}
const h = new Heap();
for (const x of [5, 3, 8, 1, 9, 2]) h.push(x);
const sorted: number[] = [];
while (h.a.length) sorted.push(h.pop());
console.log(sorted);
const graph: Record<string, string[]> = { a: ["b", "c"], b: ["d"], c: ["d"], d: [] };
const seen = new Set<string>(),
  order: string[] = [];
(function dfs(n: string) {
  if (seen.has(n)) return;
  seen.add(n);
  for (const m of graph[n]) dfs(m);
  order.unshift(n);
})("a");
console.log(order);
const memo = new Map<string, number>();
function lcs(a: string, b: string, i = 0, j = 0): number {
  const k = i + "," + j;
  if (memo.has(k)) return memo.get(k)!;
  let r;
  if (i === a.length || j === b.length) r = 0;
  else if (a[i] === b[j]) r = 1 + lcs(a, b, i + 1, j + 1);
  else r = Math.max(lcs(a, b, i + 1, j), lcs(a, b, i, j + 1));
  memo.set(k, r);
  return r;
}
console.log(lcs("AGGTABQWERTY", "GXTXAYBWRT"));
