// Array patterns use the iterator: how far they read, and when they close it
function source(items: unknown[], name: string, failAt = -1) {
  let i = 0;
  return {
    [Symbol.iterator]() {
      return {
        next() {
          console.log(`${name}.next ${i}`);
          if (i === failAt) throw new Error(`${name} failed`);
          return i < items.length
            ? { done: false, value: items[i++] }
            : { done: true, value: undefined };
        },
        return() {
          console.log(`${name}.return`);
          return {};
        },
      };
    },
  } as Iterable<any>;
}
const [a] = source([1, 2, 3], "one");
const [b, , c] = source([1, 2, 3], "holes");
const [d, e] = source([1], "short");
const [...f] = source([1, 2], "rest");
const [] = source([1], "none");
const [g, ...[h]] = source([1, 2, 3], "nested rest");
console.log(a, b, c, d, e, f, g, h);
try {
  const [x, y] = source([1, 2], "fails", 1);
} catch (error: any) {
  console.log(error.message);
}
try {
  const [
    x = (() => {
      throw new Error("default threw");
    })(),
  ] = source([undefined], "default");
} catch (error: any) {
  console.log(error.message);
}
let x, y;
try {
  [x, { y }] = source([1, null], "inner");
} catch (error: any) {
  console.log(error.name, x, y);
}
for (const bad of [
  {},
  5,
  null,
  undefined,
  { [Symbol.iterator]: 1 },
  { [Symbol.iterator]: () => 1 },
] as any[]) {
  try {
    const [z] = bad;
    console.log("no error", z);
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
