// Classes with [Symbol.iterator] written by hand
class Range {
  constructor(
    private from: number,
    private to: number,
    private step = 1,
  ) {}
  [Symbol.iterator]() {
    let at = this.from;
    const { to, step } = this;
    return {
      next: () => {
        if (at >= to) return { done: true as const, value: undefined };
        const value = at;
        at += step;
        return { done: false as const, value };
      },
    };
  }
}
console.log(
  [...new Range(0, 5)],
  Math.max(...new Range(1, 10, 4)),
  Array.from(new Range(0, 3), (n) => n * n),
);
const [a, b, ...rest] = new Range(10, 16);
console.log(a, b, rest, new Set(new Range(0, 3)), [...new Range(5, 5)].length);
class Node<T> {
  next: Node<T> | undefined;
  constructor(readonly value: T) {}
}
class List<T> implements Iterable<T> {
  #head: Node<T> | undefined;
  #tail: Node<T> | undefined;
  size = 0;
  static of<T>(...items: T[]) {
    const list = new List<T>();
    for (const item of items) list.add(item);
    return list;
  }
  add(value: T) {
    const node = new Node(value);
    if (this.#tail) this.#tail.next = node;
    else this.#head = node;
    this.#tail = node;
    this.size++;
    return this;
  }
  reverse() {
    let previous: Node<T> | undefined;
    for (let node = (this.#tail = this.#head); node; )
      [node.next, previous, node] = [previous, node, node.next];
    this.#head = previous;
    return this;
  }
  [Symbol.iterator](): Iterator<T> {
    let node = this.#head;
    return {
      next() {
        if (!node) return { done: true, value: undefined };
        const { value } = node;
        node = node.next;
        return { done: false, value };
      },
    };
  }
}
const list = List.of("x", "y", "z");
console.log([...list], list.size, [...list.reverse()], [...list.add("w")]);
for (const x of list) {
  for (const y of list) if (x !== y) console.log(x, y);
  break;
}
console.log(
  Object.fromEntries(List.of<[string, number]>(["k", 1], ["l", 2])),
  new Map(List.of<[number, string]>([1, "a"])),
);
