// Values that survive a round trip, and those that do not
const values: unknown[] = [
  0,
  -1.5,
  1e300,
  5e-324,
  2 ** 53,
  "",
  "text \u0007 \u{1F600}",
  true,
  null,
  [],
  [[], [[]]],
  {},
  { a: { b: { c: [1, "2", { d: null }] } } },
  { "": "empty key", "a.b": 1, é: 2 },
];
for (const value of values) {
  const text = JSON.stringify(value);
  const again = JSON.stringify(JSON.parse(text));
  console.log(text === again, text);
}
const numbers = [
  0.1,
  1 / 3,
  123456.789e-20,
  1.7976931348623157e308,
  2.2250738585072014e-308,
  4.35,
  1e21,
  1e20,
  123456789.123456789,
];
console.log(
  JSON.stringify(numbers),
  numbers.every((n) => JSON.parse(JSON.stringify(n)) === n),
  JSON.parse(JSON.stringify(numbers)).length,
);
type Todo = { id: number; title: string; done?: boolean; tags: string[] };
class Store {
  #todos: Todo[] = [];
  #next = 1;
  add(title: string, ...tags: string[]) {
    this.#todos.push({ id: this.#next++, title, tags });
    return this;
  }
  finish(id: number) {
    const todo = this.#todos.find((t) => t.id === id);
    if (todo) todo.done = true;
    return this;
  }
  toJSON() {
    return { version: 1, next: this.#next, todos: this.#todos };
  }
  static from(text: string) {
    const { version, next, todos } = JSON.parse(text);
    if (version !== 1) throw new RangeError(`version ${version}`);
    const store = new Store();
    store.#next = next;
    store.#todos = todos;
    return store;
  }
}
const saved = JSON.stringify(new Store().add("write", "a", "b").add("test").finish(1), null, 1);
const loaded = Store.from(saved).add("ship").finish(3);
console.log(saved);
console.log(JSON.stringify(loaded), JSON.stringify(Store.from(saved), null, 1) === saved);
try {
  Store.from('{"version":2}');
} catch (error: any) {
  console.log(error.name, error.message);
}
const tagged = (key: string, value: any) =>
  value instanceof Map ? { $map: [...value] } : value instanceof Set ? { $set: [...value] } : value;
const untagged = (key: string, value: any) =>
  value?.$map ? new Map(value.$map) : value?.$set ? new Set(value.$set) : value;
const rich = { m: new Map<string, any>([["k", new Set([1, 2])]]), list: [new Set(["x"])] };
console.log(JSON.stringify(rich, tagged), JSON.parse(JSON.stringify(rich, tagged), untagged));
