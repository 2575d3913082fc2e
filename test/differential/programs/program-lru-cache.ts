// LRU cache twice: over Map order and over a doubly linked list; both must agree
class MapCache<K, V> {
  #items = new Map<K, V>();
  hits = 0;
  misses = 0;
  constructor(private readonly capacity: number) {}
  get(key: K) {
    if (!this.#items.has(key)) {
      this.misses++;
      return undefined;
    }
    const value = this.#items.get(key) as V;
    this.#items.delete(key);
    this.#items.set(key, value);
    this.hits++;
    return value;
  }
  set(key: K, value: V) {
    this.#items.delete(key);
    this.#items.set(key, value);
    if (this.#items.size > this.capacity) this.#items.delete(this.#items.keys().next().value as K);
    return this;
  }
  keys() {
    return [...this.#items.keys()];
  }
}
type Node<K, V> = { key: K; value: V; older?: Node<K, V>; newer?: Node<K, V> };
class ListCache<K, V> {
  #index = new Map<K, Node<K, V>>();
  #oldest?: Node<K, V>;
  #newest?: Node<K, V>;
  constructor(private readonly capacity: number) {}
  #unlink(node: Node<K, V>) {
    if (node.older) node.older.newer = node.newer;
    else this.#oldest = node.newer;
    if (node.newer) node.newer.older = node.older;
    else this.#newest = node.older;
    node.older = node.newer = undefined;
  }
  #append(node: Node<K, V>) {
    node.older = this.#newest;
    if (this.#newest) this.#newest.newer = node;
    else this.#oldest = node;
    this.#newest = node;
  }
  get(key: K) {
    const node = this.#index.get(key);
    if (!node) return undefined;
    this.#unlink(node);
    this.#append(node);
    return node.value;
  }
  set(key: K, value: V) {
    let node = this.#index.get(key);
    if (node) {
      node.value = value;
      this.#unlink(node);
    } else {
      node = { key, value };
      this.#index.set(key, node);
      if (this.#index.size > this.capacity && this.#oldest) {
        this.#index.delete(this.#oldest.key);
        this.#unlink(this.#oldest);
      }
    }
    this.#append(node);
    return this;
  }
  keys() {
    const out: K[] = [];
    for (let node = this.#oldest; node; node = node.newer) out.push(node.key);
    return out;
  }
}
const a = new MapCache<string, number>(3);
const b = new ListCache<string, number>(3);
for (const cache of [a, b]) cache.set("x", 1).set("y", 2).set("z", 3).get("x");
console.log(a.set("w", 4).keys(), b.set("w", 4).keys(), a.get("y"), b.get("y"));
let seed = 7;
let same = true;
for (let i = 0; i < 2000; i++) {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  const key = `k${(seed >> 8) % 8}`;
  if (seed & 64) same &&= a.get(key) === b.get(key);
  else {
    a.set(key, i);
    b.set(key, i);
  }
  same &&= a.keys().join() === b.keys().join();
}
console.log(same, a.keys(), b.keys(), a.hits, a.misses);
