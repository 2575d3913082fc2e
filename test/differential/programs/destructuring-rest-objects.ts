// Object rest: what it copies, in which order, and what it leaves out
const sym = Symbol("sym");
const proto = { inherited: 1 };
const source: any = Object.create(proto, {
  hidden: { value: "hidden", enumerable: false },
  seen: { value: "seen", enumerable: true },
});
Object.assign(source, { b: 1, 2: "two", a: 2, 1: "one", [sym]: "symbol" });
const { a, 2: two, ...rest } = source;
console.log(a, two, rest, rest[sym], "inherited" in rest, Object.keys(rest));
const { inherited, hidden, ...others } = source;
console.log(inherited, hidden, Object.keys(others));
let reads = 0;
const getter = {
  get x() {
    reads++;
    return reads;
  },
  y: 1,
};
const { x, ...noX } = getter;
const { y, ...withX } = getter;
console.log(x, noX, y, withX, reads, Object.getOwnPropertyDescriptor(withX, "x"));
const key = "dyn";
const { [key]: taken, [`${key}2`]: taken2 = "default", ...left } = { dyn: 1, other: 2 } as any;
console.log(taken, taken2, left);
const { ...copy } = [1, 2];
const { length, ...chars } = "hey" as any;
console.log(copy, length, chars);
const { ...fromNumber } = 5 as any;
console.log(fromNumber);
const omit = (o: any, ...keys: string[]) =>
  keys.reduce((r, k) => (({ [k]: _, ...others }) => others)(r), o);
console.log(omit({ a: 1, b: 2, c: 3 }, "a", "c"), (({ a, ...r }: any) => r)({ a: 1, z: 2 }));
for (const bad of [null, undefined] as any[]) {
  try {
    const { ...all } = bad;
    console.log(all);
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
