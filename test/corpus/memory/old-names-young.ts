// [W21] what only an old value names survives: every kind of store into something made long before
import { chan, spawn, type Recv, type Send } from "wo-fiber/std";

class Counter {
  static last: { n: number } | null = null;
  #kept: { n: number }[] = [];
  extra: { n: number } | null = null;
  keep(n: number): void {
    this.#kept.push({ n });
    Counter.last = { n };
    this.extra = { n: n + 1 };
  }
  get sum(): number {
    return this.#kept.reduce((a, b) => a + b.n, 0);
  }
}

let moduleValue: { n: number } = { n: -1 };
const array: { n: number }[] = [];
const sparse: { n: number }[] = [];
const map = new Map<unknown, { n: number }>();
const set = new Set<{ n: number }>();
const dictionary: Record<string, { n: number }> = {};
const plain: { a: { n: number } | null; b?: { n: number }; c?: { n: number } } = { a: null };
const many: Record<string, { n: number }> = {};
const counter = new Counter();
let boxed: { n: number } = { n: 0 };
const setBoxed = (n: number): void => {
  boxed = { n };
};
let error: Error = new Error("first");
const keys: object[] = [];
const held: { text: string }[] = [];

// Enough that everything above has become old, and young things die, several times.
function churn(): number {
  let sum = 0;
  for (let i = 0; i < 1500; i++) sum += `${[i, { i }].length}`.padEnd(1500).length;
  return sum;
}
for (let i = 0; i < 500; i++) held.push({ text: ("held " + i).padEnd(1500) });
churn();
for (let i = 0; i < 300; i++) {
  array.push({ n: i });
  if (i % 10 === 0) sparse[i * 5000] = { n: i };
  const key = { key: i };
  keys.push(key);
  map.set(key, { n: i });
  map.set("s" + i, { n: i });
  set.add({ n: i });
  dictionary["key " + i * 7] = { n: i };
  many["field" + (i % 60)] = { n: i };
  plain.a = { n: i };
  if (i === 100) plain.b = { n: i };
  if (i === 200) plain.c = { n: i };
  counter.keep(i);
  setBoxed(i);
  moduleValue = { n: i };
  error = new Error("level " + i, { cause: i % 50 ? error : { n: i } });
  if (i % 20 === 0) churn();
}
array.splice(10, 20, { n: 1000 }, { n: 2000 });
array.unshift({ n: 3000 });
array.reverse();
array.copyWithin(5, 100, 150);
churn();

const sum = (list: Iterable<{ n: number }>): number => {
  let total = 0;
  for (const { n } of list) total += n;
  return total;
};
console.log(sum(array), sum(Object.values(sparse)), sum(map.values()), sum(set));
console.log(sum(Object.values(dictionary)), sum(Object.values(many)));
console.log(keys.every((key, i) => map.get(key)?.n === i), keys.length);
console.log(plain.a?.n, plain.b?.n, plain.c?.n, boxed.n, moduleValue.n);
console.log(counter.sum, Counter.last?.n, counter.extra?.n);
let depth = 0;
let cause: unknown = error;
while (cause instanceof Error) {
  cause = cause.cause;
  depth++;
}
console.log(error.message, depth, JSON.stringify(cause));
console.log(held.every((h, i) => h.text.trimEnd() === "held " + i));

// A parked fiber's heap is tidied where it waits.
function worker(jobs: Recv<{ n: number }>, out: Send<number>): void {
  const seen: { n: number }[] = [];
  for (const job of jobs) {
    seen.push({ n: job.n });
    churn();
    out.send(sum(seen));
  }
}
const jobs = chan<{ n: number }>(1);
const out = chan<number>(1);
spawn(worker, jobs.receiver(), out.sender());
let last: number | undefined;
for (let i = 1; i <= 10; i++) {
  jobs.send({ n: i });
  last = out.recv();
}
console.log(last);
// expect: 45710 4350 89700 44850
// expect: 44850 16170
// expect: true 300
// expect: 299 100 200 299 299
// expect: 44850 299 300
// expect: level 299 50 {"n":250}
// expect: true
// expect: 55
