// Getters that run code in the middle of library functions
const calls: string[] = [];
const arr: any = [3, 1, 2];
Object.defineProperty(arr, "extra", {
  get() {
    calls.push("extra");
    return 7;
  },
});
console.log(
  arr.extra,
  arr.map((x: number) => {
    calls.push("m" + x);
    return x;
  }),
);
const proxyLike = {
  get length() {
    calls.push("len");
    return 2;
  },
  get 0() {
    calls.push("0");
    return "a";
  },
  get 1() {
    calls.push("1");
    return "b";
  },
};
console.log(
  Array.from(proxyLike as any),
  Array.prototype.map.call(proxyLike, (x: any) => x + "!"),
  Array.prototype.join.call(proxyLike, "+"),
  calls.join(),
);
const cmp = [{ v: 2 }, { v: 1 }].sort((a, b) => {
  try {
    return a.v - b.v;
  } finally {
    calls.push("c");
  }
});
console.log(cmp);
class Vec {
  x: number;
  constructor(x: number) {
    this.x = x;
  }
  valueOf() {
    return this.x;
  }
}
const v = [new Vec(3), new Vec(1)];
console.log(
  (v[0] as any) + (v[1] as any),
  v[0] > v[1],
  Math.max(...(v as any)),
  `${[new Vec(1)]}`.length,
);
const nested = [1, 2].map((a) =>
  [3, 4].filter((b) => [a, b].some((c) => c === 4)).reduce((p, q) => p + q, a),
);
console.log(nested);
try {
  [1, 2, 3].forEach((x) => {
    if (x === 2) throw new Error("stop at " + x);
  });
} catch (e: any) {
  console.log(e.message);
}
console.log(
  "abc".replace("b", () => {
    return [1].map(() => "X")[0];
  }),
  JSON.stringify({ a: { toJSON: () => [1].map((x) => x + 1) } }),
);
const thisArg = { k: 5 };
console.log(
  [1].map(function (this: any, x) {
    return this.k + x;
  }, thisArg),
  [1, 2].find(function (this: any, x) {
    return x === this.k - 3;
  }, thisArg),
);
