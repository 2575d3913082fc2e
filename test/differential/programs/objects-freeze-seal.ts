// freeze, seal, preventExtensions and what strict code gets from them
"use strict";
const attempts = (o: any, name: string) => {
  const tries: [string, () => unknown][] = [
    ["add", () => (o.added = 1)],
    ["change", () => (o.a = 2)],
    ["delete", () => delete o.a],
    ["define", () => Object.defineProperty(o, "a", { enumerable: false })],
    ["proto", () => Object.setPrototypeOf(o, { x: 1 })],
  ];
  for (const [what, attempt] of tries) {
    try {
      attempt();
      console.log(name, what, "ok");
    } catch (error: any) {
      console.log(name, what, error.name, error.message);
    }
  }
  console.log(Object.isFrozen(o), Object.isSealed(o), Object.isExtensible(o), Object.keys(o));
};
attempts(Object.freeze({ a: 1 }), "frozen");
attempts(Object.seal({ a: 1 }), "sealed");
attempts(Object.preventExtensions({ a: 1 }), "fixed");
attempts({ a: 1 }, "plain");
const list: any = Object.freeze([1, 2]);
for (const f of [
  () => list.push(3),
  () => (list[0] = 9),
  () => (list.length = 0),
  () => list.pop(),
  () => list.sort(),
  () => list.fill(0),
]) {
  try {
    f();
    console.log("ok");
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
console.log(
  list,
  list.map((x: number) => x + 1),
  [...list, 3],
  list.concat(4),
  Object.isFrozen("s"),
  Object.isFrozen(Object.freeze([])),
);
const deepFreeze = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
};
const nested: any = deepFreeze({ a: { b: [1, { c: 2 }] } });
for (const f of [() => (nested.a.b[1].c = 3), () => nested.a.b.push(1), () => delete nested.a.b]) {
  try {
    f();
  } catch (error: any) {
    console.log(error.message);
  }
}
const shallow = Object.freeze({ inner: { n: 1 } });
shallow.inner.n++;
console.log(
  shallow.inner.n,
  Object.freeze(5),
  Object.isFrozen({}),
  Object.isFrozen(Object.preventExtensions({})),
);
