// Broken iterators and iterables, in every place that iterates
const broken: [string, any][] = [
  ["not callable", { [Symbol.iterator]: 5 }],
  ["primitive iterator", { [Symbol.iterator]: () => 5 }],
  ["no next", { [Symbol.iterator]: () => ({}) }],
  ["next not callable", { [Symbol.iterator]: () => ({ next: 5 }) }],
  ["primitive result", { [Symbol.iterator]: () => ({ next: () => 5 }) }],
  ["undefined result", { [Symbol.iterator]: () => ({ next: () => undefined }) }],
  [
    "getter throws",
    {
      [Symbol.iterator]: () => ({
        next: () => ({
          get done() {
            throw new Error("done getter");
          },
        }),
      }),
    },
  ],
  [
    "value getter throws",
    {
      [Symbol.iterator]: () => ({
        next: () => ({
          done: false,
          get value() {
            throw new Error("value getter");
          },
        }),
      }),
    },
  ],
  ["empty object", {}],
  ["number", 5],
];
const uses: [string, (x: any) => unknown][] = [
  [
    "for-of",
    (x) => {
      for (const y of x) return y;
    },
  ],
  ["spread", (x) => [...x]],
  ["call", (x) => Math.max(...x)],
  [
    "pattern",
    (x) => {
      const [a] = x;
      return a;
    },
  ],
  ["Set", (x) => new Set(x).size],
];
for (const [what, iterable] of broken) {
  for (const [where, use] of uses) {
    try {
      console.log(what, where, use(iterable));
    } catch (error: any) {
      console.log(what, where, "->", error.name);
    }
  }
}
const odd = {
  [Symbol.iterator]: () => ({
    next: (() => {
      let n = 0;
      return () => (n++ < 2 ? { value: n } : { done: 1 });
    })(),
  }),
} as any;
console.log(
  [...odd],
  Array.from({ length: 2, 0: "a" } as any),
  Array.from(5 as any),
  Array.from({} as any),
);
