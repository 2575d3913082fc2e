// console.log of primitive values
console.log(1, -0, "s", true, null, undefined, NaN, Symbol("x"), [1, "a", null, undefined, true], {
  a: "b",
  "c-d": 1,
  2: 3,
});
console.log(
  "%s is %d years and %i, %f, %j %o %O %% %c styled",
  "Bob",
  42.5,
  42.9,
  "1.5",
  { a: 1 },
  [1],
  { b: 2 },
  "css",
  "extra",
);
console.log("%s", { a: 1 }, "%s");
console.log("%d", "x");
console.log("a%", "%z", 5);
console.log();
console.log("");
console.log("multi\nline", ["multi\nline", 'q"uote', "it's", "`"]);
console.log([-0, 0, 1.5, 1e21], ["a'b", 'a"b', "a'b\"c", "\t\\"]);
console.log(
  [[]],
  [{}],
  {},
  [[[[1]]]],
  { a: { b: { c: { d: 1 } } } },
  [undefined, null],
  [function foo() {}, class Bar {}, () => {}, class extends Array {}],
);
console.log({ f() {}, g: () => {}, h: class {}, s: Symbol("k"), [Symbol("key")]: 1 });
console.log(
  Object.create(null),
  Object.assign(Object.create(null), { x: 1 }),
  Object.create({ a: 1 }),
  new (class Foo {
    x = 1;
  })(),
  new (class extends Map {})(),
  [new (class Empty {})()],
);
