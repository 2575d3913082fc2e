// Objects converted to primitives: valueOf, toString, Symbol.toPrimitive, toJSON, toStringTag
class Money {
  constructor(
    readonly amount: number,
    readonly currency: string,
  ) {}
  valueOf() {
    return this.amount;
  }
  toString() {
    return `${this.amount} ${this.currency}`;
  }
  toJSON() {
    return [this.amount, this.currency];
  }
}
const a = new Money(5, "EUR");
const b = new Money(7.5, "EUR");
console.log(
  +a + +b,
  (a as any) + (b as any),
  `${a}`,
  a + "",
  (a as any) < b,
  (a as any) * 2,
  String(b),
  JSON.stringify({ a, list: [b] }),
);
console.log(
  [b, a].sort((x: any, y: any) => x - y).join(", "),
  Math.max(a as any, b as any),
  [a, b].join(" and "),
);
class Temp {
  constructor(private c: number) {}
  [Symbol.toPrimitive](hint: string) {
    return hint === "string" ? `${this.c}°C` : hint === "number" ? this.c : `default:${this.c}`;
  }
  get [Symbol.toStringTag]() {
    return "Temp";
  }
}
const t = new Temp(20) as any;
console.log(
  `${t}`,
  +t,
  t + 1,
  t * 2,
  t == "default:20",
  { [t]: 1 },
  Object.prototype.toString.call(t),
  [t].join(),
);
const odd: any = { valueOf: () => ({}), toString: () => "7" };
console.log(odd * 2, odd + 1, `${odd}`);
const hopeless: any = { valueOf: () => ({}), toString: () => ({}) };
const bad: any = { [Symbol.toPrimitive]: () => ({}) };
const notFn: any = { [Symbol.toPrimitive]: 5 };
for (const x of [hopeless, bad, notFn, Object.create(null)]) {
  try {
    console.log(x + 1);
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
console.log(
  {} + "",
  [] + "",
  [1, [2, 3]] + "",
  Math + "",
  new Error("m") + "",
  new Map() + "",
  Symbol("d").toString(),
);
console.log(
  [1] * ([2] as any),
  ([] as any) - 1,
  ({} as any) - 1,
  +([] as any),
  +([5] as any),
  +([1, 2] as any),
  -({ valueOf: () => "3" } as any),
);
