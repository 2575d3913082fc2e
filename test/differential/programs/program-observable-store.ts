// A store with computed values, batching, subscriptions and derived state
type Listener<T> = (value: T, old: T) => void;
let tracking: Computed<any> | undefined;
let batching = 0;
const pending = new Set<() => void>();
const notify = (f: () => void) => {
  if (batching > 0) pending.add(f);
  else f();
};
function batch(work: () => void) {
  batching++;
  try {
    work();
  } finally {
    if (--batching === 0) {
      const now = [...pending];
      pending.clear();
      for (const f of now) f();
    }
  }
}
class Signal<T> {
  #value: T;
  readonly #dependents = new Set<Computed<any>>();
  readonly #listeners = new Map<Listener<T>, () => void>();
  constructor(value: T) {
    this.#value = value;
  }
  get value() {
    if (tracking) this.#dependents.add(tracking);
    return this.#value;
  }
  set value(next: T) {
    const old = this.#value;
    if (Object.is(old, next)) return;
    this.#value = next;
    for (const d of this.#dependents) d.stale();
    for (const [f, queued] of this.#listeners) void queued, notify(() => f(this.#value, old));
  }
  subscribe(f: Listener<T>) {
    this.#listeners.set(f, () => {});
    return { [Symbol.dispose]: () => void this.#listeners.delete(f) };
  }
}
class Computed<T> {
  #fresh = false;
  #value: T | undefined;
  runs = 0;
  readonly #dependents = new Set<Computed<any>>();
  constructor(private readonly compute: () => T) {}
  stale() {
    if (!this.#fresh) return;
    this.#fresh = false;
    for (const d of this.#dependents) d.stale();
  }
  get value(): T {
    if (tracking) this.#dependents.add(tracking);
    if (!this.#fresh) {
      const outer = tracking;
      tracking = this;
      try {
        this.#value = this.compute();
        this.runs++;
      } finally {
        tracking = outer;
      }
      this.#fresh = true;
    }
    return this.#value as T;
  }
}
const price = new Signal(10);
const count = new Signal(2);
const total = new Computed(() => price.value * count.value);
const label = new Computed(() => `total ${total.value}${total.value > 50 ? "!" : ""}`);
console.log(label.value, label.value, total.runs, label.runs);
price.value = 30;
console.log(label.value, total.runs, label.runs);
price.value = 30;
console.log(label.value, label.runs);
const log: string[] = [];
{
  using subscription = price.subscribe((now, old) => log.push(`${old}->${now}`));
  price.value = 31;
  batch(() => {
    price.value = 32;
    price.value = 33;
    log.push("in batch");
  });
  log.push("after");
}
price.value = 99;
console.log(log.join(" "), label.value);
try {
  batch(() => {
    count.value = 0;
    throw new Error("in batch");
  });
} catch (error: any) {
  console.log(error.message, batching, total.value);
}
const failing = new Computed(() => {
  if (count.value === 0) throw new RangeError("no items");
  return total.value / count.value;
});
for (const n of [0, 4]) {
  count.value = n;
  try {
    console.log(failing.value, failing.runs);
  } catch (error: any) {
    console.log(error.name, error.message, failing.runs);
  }
}
const list = new Signal<readonly number[]>([3, 1, 2]);
const sorted = new Computed(() => list.value.toSorted());
const first = new Computed(() => sorted.value[0]);
console.log(
  first.value,
  ((list.value = [...list.value, 0]), first.value),
  sorted.runs,
  sorted.value,
);
