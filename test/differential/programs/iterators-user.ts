// Iterators written by the program
class Range {
  lo: number;
  hi: number;
  constructor(lo: number, hi: number) {
    this.lo = lo;
    this.hi = hi;
  }
  [Symbol.iterator]() {
    let n = this.lo;
    const hi = this.hi;
    return {
      next: () => (n < hi ? { value: n++, done: false } : { value: undefined, done: true }),
      return: (v?: any) => {
        console.log("return called");
        return { value: v, done: true };
      },
    };
  }
}
for (const x of new Range(0, 3)) console.log(x);
for (const x of new Range(0, 10)) {
  if (x === 2) break;
  console.log(x);
}
try {
  for (const x of new Range(0, 10)) throw new Error("in loop");
} catch (e: any) {
  console.log(e.message);
}
function f() {
  for (const x of new Range(5, 10)) return x;
}
console.log(f());
outer: for (const a of new Range(0, 2)) {
  for (const b of new Range(0, 2)) continue outer;
}
console.log(
  [...new Range(0, 4)],
  Math.max(...new Range(3, 7)),
  Array.from(new Range(0, 3), (x) => x * x),
  new Set(new Range(0, 3)),
  new Map([[1, new Range(0, 1)]]).size,
);
const [a, b] = new Range(1, 9);
console.log(a, b);
const bad = {
  [Symbol.iterator]() {
    return {} as any;
  },
};
try {
  for (const x of bad);
} catch (e: any) {
  console.log(e.name, e.message);
}
try {
  for (const x of {
    [Symbol.iterator]() {
      return 5 as any;
    },
  });
} catch (e: any) {
  console.log(e.name, e.message);
}
try {
  for (const x of {
    [Symbol.iterator]() {
      return {
        next() {
          return 5 as any;
        },
      };
    },
  });
} catch (e: any) {
  console.log(e.name, e.message);
}
const arr = [1, 2, 3];
for (const x of arr) {
  if (x < 3) arr.push(x * 10);
  console.log(x);
  if (arr.length > 8) break;
}
const it = arr[Symbol.iterator]();
console.log(it.next(), [...it].length, it.next());
for (const c of "a😀b") console.log(c, c.length);
for (const [k, v] of Object.entries({ p: 1, q: 2 })) console.log(k, v);
const thrower = {
  [Symbol.iterator]() {
    return {
      i: 0,
      next() {
        if (this.i++ > 1) throw new Error("next failed");
        return { value: this.i, done: false };
      },
      return() {
        console.log("not called");
        return {};
      },
    };
  },
};
try {
  for (const x of thrower) console.log(x);
} catch (e: any) {
  console.log(e.message);
}
