// Object patterns
const {
  a,
  b: { c = 5, ...inner } = {} as any,
  ...rest
} = { a: 1, b: { d: 2, e: 3 }, f: 4, g: 5 } as any;
console.log(a, c, inner, rest);
let x: any, y: any, z: any;
({
  x,
  y: [y, z = "dz"],
  ...x
} = { x: 1, y: [2], w: 3 } as any);
console.log(x, y, z);
const key = "dyn";
const { [key]: dyn, [`${key}2`]: dyn2 = "d2" } = { dyn: "v" } as any;
console.log(dyn, dyn2);
function f({ a = 1, b }: any, { length }: any) {
  return [a, b, length];
}
console.log(f({ b: 2 }, "four"));
for (const {
  id,
  tags: [first],
} of [
  { id: 1, tags: ["p", "q"] },
  { id: 2, tags: [] },
])
  console.log(id, first);
const { length } = "hello";
const { toFixed } = 5 as any;
console.log(length, typeof toFixed);
const o: any = {};
({ a: o.p, b: o["q"] } = { a: 1, b: 2 });
[o.r, o.s = 9] = [3];
console.log(o);
let [m, n] = [1, 2];
[m, n] = [n, m];
console.log(m, n);
const {
  a: {
    b: { c: deep },
  },
} = { a: { b: { c: "deep" } } };
console.log(deep);
const log: string[] = [];
const src: any = {
  get p() {
    log.push("p");
    return undefined;
  },
  get q() {
    log.push("q");
    return 2;
  },
};
const { p = (log.push("default"), 1), q = 0 } = src;
console.log(p, q, log);
console.log((({ a }: any, [b]: any) => a + b)({ a: 1 }, [2]));
