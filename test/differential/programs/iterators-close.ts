// for-of closes iterators on break, return, throw and continue to outer; not at the end
function source(name: string, limit = 3) {
  let n = 0;
  return {
    [Symbol.iterator]: () => ({
      next: () => ({ done: n >= limit, value: n++ }),
      return(value?: any) {
        console.log(`${name} closed after ${n}`);
        return { done: true, value };
      },
    }),
  };
}
for (const x of source("full")) console.log(x);
for (const x of source("break")) if (x === 1) break;
const f = () => {
  for (const x of source("return")) return x;
};
console.log(f());
try {
  for (const x of source("throw")) throw new Error("body");
} catch (error: any) {
  console.log(error.message);
}
outer: for (const x of source("outer", 2)) {
  for (const y of source("inner")) {
    if (y === 1) continue outer;
  }
}
label: for (const x of source("a")) {
  for (const y of source("b")) break label;
}
try {
  for (const x of source("finally")) {
    try {
      if (x === 0) continue;
      break;
    } finally {
      console.log("finally", x);
    }
  }
} finally {
  console.log("done");
}
const failing = {
  [Symbol.iterator]: () => ({
    next: () => ({ done: false, value: 1 }),
    return() {
      throw new Error("return failed");
    },
  }),
};
try {
  for (const x of failing) break;
} catch (error: any) {
  console.log(error.message);
}
try {
  for (const x of failing) throw new Error("body wins");
} catch (error: any) {
  console.log(error.message);
}
const notObject = {
  [Symbol.iterator]: () => ({ next: () => 5, return: () => console.log("never") }),
} as any;
try {
  for (const x of notObject) console.log(x);
} catch (error: any) {
  console.log(error.name, error.message);
}
const [a] = source("pattern");
const two = new Map([[1, source("map value")]]);
console.log(
  a,
  two.size,
  Array.from(source("from")),
  new Set(source("set")).size,
  Math.max(...source("spread")),
);
