// using declarations
class Res {
  name: string;
  constructor(n: string) {
    this.name = n;
    console.log("open", n);
  }
  [Symbol.dispose]() {
    console.log("close", this.name);
  }
}
function f(early: boolean) {
  using a = new Res("a");
  using b = new Res("b");
  if (early) return "early";
  console.log("body");
  return "late";
}
console.log(f(true), f(false));
try {
  using c = new Res("c");
  throw new Error("boom");
} catch (e: any) {
  console.log(e.message);
}
for (const n of ["x", "y"]) {
  using r = new Res(n);
  if (n === "x") continue;
  console.log("in", n);
}
{
  using nothing = null;
  using u = undefined;
  console.log("null ok");
}
try {
  using bad = {} as any;
} catch (e: any) {
  console.log(e.name);
}
for (using r of [new Res("l1"), new Res("l2")]) console.log("loop", r.name);
try {
  using p = {
    [Symbol.dispose]() {
      throw new Error("dispose");
    },
  };
  throw new Error("body");
} catch (e: any) {
  console.log(e.name, e.error?.message, e.suppressed?.message);
}
