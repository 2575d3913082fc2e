// A lazy sequence library over the iterator protocol
class Seq<T> implements Iterable<T> {
  constructor(private readonly start: () => Iterator<T>) {}
  static from<T>(items: Iterable<T>) {
    return new Seq(() => items[Symbol.iterator]());
  }
  static count(from = 0) {
    return new Seq<number>(() => {
      let n = from;
      return { next: () => ({ done: false, value: n++ }) };
    });
  }
  [Symbol.iterator]() {
    return this.start();
  }
  map<U>(f: (value: T) => U) {
    return new Seq<U>(() => {
      const source = this.start();
      return {
        next() {
          const step = source.next();
          return step.done
            ? { done: true, value: undefined }
            : { done: false, value: f(step.value) };
        },
        return: () => source.return?.() ?? { done: true, value: undefined },
      };
    });
  }
  filter(keep: (value: T) => boolean) {
    return new Seq<T>(() => {
      const source = this.start();
      return {
        next() {
          for (;;) {
            const step = source.next();
            if (step.done || keep(step.value)) return step;
          }
        },
      };
    });
  }
  take(n: number) {
    return new Seq<T>(() => {
      const source = this.start();
      let left = n;
      return { next: () => (left-- > 0 ? source.next() : { done: true, value: undefined }) };
    });
  }
  reduce<A>(f: (a: A, value: T) => A, initial: A) {
    let a = initial;
    for (const value of this) a = f(a, value);
    return a;
  }
}
let evaluated = 0;
const squares = Seq.count(1)
  .map((n) => (evaluated++, n * n))
  .filter((n) => n % 2 === 1);
console.log(evaluated, [...squares.take(5)], evaluated, [...squares.take(2)]);
console.log(
  Seq.from("hello")
    .filter((c) => c !== "l")
    .reduce((a, c) => c + a, ""),
);
for (const n of Seq.count(10)) {
  if (n > 12) break;
  console.log(n);
}
const primes = Seq.count(2).filter((n) =>
  Seq.count(2)
    .take(Math.max(0, Math.floor(Math.sqrt(n)) - 1))
    .reduce((ok, d) => ok && n % d !== 0, true),
);
console.log([...primes.take(12)], Math.max(...Seq.from(new Map([[1, 5]])).map(([k, v]) => k + v)));
