// Captured variables of catch clauses, switch cases, class bodies and default parameters
const kept: (() => string)[] = [];
for (const what of ["one", "two"]) {
  try {
    throw new Error(what);
  } catch ({ message }) {
    let n = 0;
    kept.push(() => `${message} ${++n}`);
  } finally {
    kept.push(() => `finally ${what}`);
  }
}
console.log(
  kept.map((f) => f()),
  kept.map((f) => f()),
);
function pick(n: number) {
  switch (n) {
    case 0:
      let x = "zero";
      return { get: () => x, set: (v: string) => (x = v) };
    default:
      x = "other";
      return { get: () => x, set: (v: string) => (x = v) };
  }
}
try {
  pick(1);
} catch (error: any) {
  console.log(error.name);
}
const zero = pick(0);
zero.set("changed");
console.log(zero.get(), pick(0).get());
function classes(tag: string) {
  let made = 0;
  return class {
    id = `${tag}${++made}`;
    static count = () => made;
    rename() {
      tag += "'";
      return this.id;
    }
  };
}
const A = classes("a");
const B = classes("b");
const first = new A();
new A();
first.rename();
console.log(first.id, new A().id, A.count(), B.count(), new B().id);
let level = 1;
const defaults = (read = () => level, write = (v: number) => (level = v)) => {
  write(read() + 1);
  return read();
};
console.log(
  defaults(),
  defaults(() => 40),
  level,
);
const self = (function me(n: number): () => string {
  return () => `${me.name} ${n}`;
})(3);
console.log(self());
