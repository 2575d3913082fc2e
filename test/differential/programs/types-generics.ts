// Generics, constraints, conditional and mapped types: all erased
type Nullable<T> = T | null;
type DeepPartial<T> = { [K in keyof T]?: T[K] extends object ? DeepPartial<T[K]> : T[K] };
type Fn<A extends readonly unknown[], R> = (...args: A) => R;
interface Repo<T extends { id: number }, K extends keyof T = keyof T> {
  get(id: number): Nullable<T>;
  pluck<P extends K>(key: P): T[P][];
}
class MemoryRepo<T extends { id: number }> implements Repo<T> {
  readonly #items = new Map<number, T>();
  constructor(items: Iterable<T> = []) {
    for (const item of items) this.#items.set(item.id, item);
  }
  get(id: number): Nullable<T> {
    return this.#items.get(id) ?? null;
  }
  pluck<P extends keyof T>(key: P): T[P][] {
    return Array.from(this.#items.values(), (item) => item[key]);
  }
  map<U extends { id: number }>(f: Fn<[T], U>): MemoryRepo<U> {
    return new MemoryRepo<U>([...this.#items.values()].map(f));
  }
}
const repo = new MemoryRepo<{ id: number; name: string }>([
  { id: 1, name: "one" },
  { id: 2, name: "two" },
]);
console.log(
  repo.get(1),
  repo.get(9),
  repo.pluck("name"),
  repo.map(({ id }) => ({ id: id * 10, even: id % 2 === 0 })).pluck("even"),
);
function merge<T extends object>(base: T, over: DeepPartial<T>): T {
  const out: any = { ...base };
  for (const [key, value] of Object.entries(over)) {
    out[key] =
      typeof value === "object" && value !== null ? merge((base as any)[key] ?? {}, value) : value;
  }
  return out as T;
}
console.log(merge({ a: 1, b: { c: 2, d: 3 } }, { b: { c: 9 } }));
const identity = <T>(value: T): T => value;
const tuple = <T extends unknown[]>(...items: T) => items;
const [n, s] = tuple(1, "two");
console.log(identity<string>("x"), n, s, ((x: number): x is 5 => x === 5)(5));
function isOf<T>(value: unknown, type: abstract new (...args: any[]) => T): value is T {
  return value instanceof type;
}
console.log(
  isOf(new Map(), Map),
  isOf([], Map),
  [1, 2, 3].map<string>((x) => `${x}`),
  new Array<number>(2).fill(0),
);
abstract class Base<in out T = unknown> {
  protected abstract readonly value: T;
  show<K extends string>(this: this & { value: { [P in K]: unknown } }, key: K) {
    return this.value[key];
  }
}
class Impl extends Base<{ k: number }> {
  protected override readonly value = { k: 4 };
}
console.log((new Impl() as any).show("k"), repo! && (<any>repo).pluck!("id")!);
