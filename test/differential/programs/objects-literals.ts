// Object literals
const name = "n",
  dyn = "d";
const o: any = {
  name,
  [dyn]: 1,
  [`${dyn}2`]: 2,
  "quoted key": 3,
  5: "five",
  1.5: "frac",
  method() {
    return this.name;
  },
  arrow: () => 1,
  ["m" + 1]() {
    return "m1";
  },
  async: 1,
  get: 2,
  set: 3,
  static: 4,
  single: 1,
  nested: { a: [1, { b: 2 }] },
};
console.log(o, o.method(), o.m1(), Object.keys(o));
console.log(
  { a: 1, a: 2 } as any,
  { __proto__: { inherited: 1 }, own: 2 } as any,
  { __proto__: null } as any,
);
console.log({ 10: 1, 9: 2, b: 1, a: 2, "-1": 3, "01": 4 });
const big: any = {};
for (let i = 0; i < 200; i++) big["k" + i] = i;
console.log(Object.keys(big).length, big.k150, "k199" in big);
delete big.k0;
console.log(Object.keys(big)[0], big.k0);
const e: any = {};
e.x = 1;
e.y = 2;
delete e.x;
e.x = 3;
console.log(e);
e[0] = "zero";
console.log(e, e["0"], e[0]);
console.log({}.toString(), ({} as any).valueOf() !== null, typeof {}, [] + "", ({} as any) + "");
console.log(
  { f() {} }.f.name,
  { g: () => {} }.g.name,
  { ["h" + 1]: () => {} }.h1.name,
  {
    get q() {
      return 1;
    },
  }.q,
);
