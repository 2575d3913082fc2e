// Array patterns
const [a, , b = "db", ...rest] = [1, 2, undefined, 4, 5];
console.log(a, b, rest);
const [[x, [y]], { z }] = [[1, [2]], { z: 3 }] as any;
console.log(x, y, z);
const [c1, c2, c3] = "añ😀";
console.log(c1, c2, c3);
const [k, v] = new Map([["key", "val"]]).entries().next().value as any;
console.log(k, v);
const closed: string[] = [];
const iterable = {
  [Symbol.iterator]() {
    let i = 0;
    return {
      next() {
        return { value: i++, done: i > 10 };
      },
      return() {
        closed.push("closed");
        return {};
      },
    };
  },
};
const [p, q] = iterable;
console.log(p, q, closed);
const [...all] = iterable;
console.log(all.length, closed);
try {
  const [
    r = (() => {
      throw new Error("default");
    })(),
  ] = {
    [Symbol.iterator]: () => ({
      next: () => ({ value: undefined, done: false }),
      return() {
        closed.push("on throw");
        return {};
      },
    }),
  };
} catch (e: any) {
  console.log(e.message, closed);
}
let s: any, t: any;
[s, t = s] = [7];
console.log(s, t);
[[s], ...[t]] = [[1], 2, 3];
console.log(s, t);
const [] = [1];
const [e1] = [];
console.log(e1);
function swap<T>([l, r]: [T, T]): [T, T] {
  return [r, l];
}
console.log(swap([1, 2]));
for (const [i, ch] of ["a", "b"].entries()) console.log(i, ch);
const arr = [1, 2, 3];
[arr[0], arr[2]] = [arr[2], arr[0]];
console.log(arr);
