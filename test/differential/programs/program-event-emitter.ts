// Event emitter: once, off during emit, wildcard, error events, typed handlers
type Handler<A extends unknown[]> = (...args: A) => void;
class Emitter<E extends Record<string, unknown[]>> {
  #handlers = new Map<keyof E | "*", Set<{ f: Handler<any>; once: boolean }>>();
  on<K extends keyof E>(event: K, f: Handler<E[K]>, once = false) {
    const entry = { f, once };
    if (!this.#handlers.has(event)) this.#handlers.set(event, new Set());
    this.#handlers.get(event)!.add(entry);
    return () => void this.#handlers.get(event)?.delete(entry);
  }
  once<K extends keyof E>(event: K, f: Handler<E[K]>) {
    return this.on(event, f, true);
  }
  any(f: Handler<[keyof E, ...unknown[]]>) {
    this.#handlers.set("*", new Set([...(this.#handlers.get("*") ?? []), { f, once: false }]));
  }
  emit<K extends keyof E>(event: K, ...args: E[K]): boolean {
    const set = this.#handlers.get(event);
    const errors: unknown[] = [];
    for (const entry of [...(set ?? [])]) {
      if (!set!.has(entry)) continue;
      if (entry.once) set!.delete(entry);
      try {
        entry.f(...args);
      } catch (error) {
        errors.push(error);
      }
    }
    for (const { f } of this.#handlers.get("*") ?? []) f(event, ...args);
    if (errors.length > 0)
      throw new AggregateError(errors, `${errors.length} handlers of ${String(event)} failed`);
    return (set?.size ?? 0) > 0;
  }
}
const bus = new Emitter<{ data: [number, string]; end: []; fail: [Error] }>();
const log: string[] = [];
const off = bus.on("data", (n, s) => log.push(`a${n}${s}`));
bus.once("data", (n) => log.push(`once${n}`));
bus.on("data", (n) => {
  if (n === 2) off();
  log.push(`b${n}`);
});
const offLast = bus.on("data", (n) => {
  if (n === 2) offSelf();
  log.push(`c${n}`);
});
const offSelf = offLast;
bus.any((event, ...args) => log.push(`*${String(event)}/${args.length}`));
for (const n of [1, 2, 3]) bus.emit("data", n, "!");
console.log(log.join(" "));
console.log(bus.emit("end"), bus.emit("data", 4, "?"));
bus.on("fail", (e) => {
  throw e;
});
bus.on("fail", () => log.push("still called"));
bus.on("fail", () => {
  throw new TypeError("second");
});
try {
  bus.emit("fail", new RangeError("first"));
} catch (error: any) {
  console.log(error.message, error.errors.map(String), log.at(-2), log.at(-1));
}
const order: string[] = [];
const nested = new Emitter<{ a: [number]; b: [number] }>();
nested.on("a", (n) => {
  order.push(`a${n}`);
  if (n < 3) nested.emit("b", n);
  order.push(`/a${n}`);
});
nested.on("b", (n) => {
  order.push(`b${n}`);
  nested.emit("a", n + 1);
});
nested.emit("a", 1);
console.log(order.join(" "));
