// Leaving blocks that hold resources
const log = (...a: unknown[]) => console.log(...a);
const r = (n: string, bad = false) => ({
  n,
  [Symbol.dispose]() {
    log("dispose", n);
    if (bad) throw new Error("bad " + n);
  },
});
function u1() {
  using a = r("a");
  using b = r("b");
  log("body", a.n, b.n);
  return "ret";
}
function u2() {
  for (let i = 0; i < 3; i++) {
    using x = r("x" + i);
    if (i === 1) continue;
    if (i === 2) break;
    log(i);
  }
}
function u3() {
  try {
    using a = r("a", true),
      b = r("b", true);
    throw new Error("body");
  } catch (e: any) {
    log(
      e.name,
      e.error?.message,
      e.suppressed?.name,
      e.suppressed?.error?.message,
      e.suppressed?.suppressed?.message,
    );
  }
}
function u4() {
  using n = null,
    u = undefined;
  log("null fine");
}
function u5() {
  try {
    using x = {} as any;
    log("never");
  } catch (e: any) {
    log(e.constructor.name);
  }
}
function u6() {
  for (using x of [r("p"), r("q")]) {
    log(x.n);
    if (x.n === "q") return "out";
  }
}
function u7() {
  {
    using a = r("block");
  }
  log("after block");
  try {
    using b = r("t");
    throw 1;
  } catch (e) {
    log("c", e);
  } finally {
    log("f");
  }
}
function u8() {
  for (using a = r("for"), i = null; ; ) {
    log("once");
    break;
  }
}
function u9() {
  try {
    using a = r("only", true);
    return 5;
  } catch (e: any) {
    return e.message;
  }
}
for (const f of [u1, u2, u3, u4, u5, u6, u7, u8, u9]) log(f.name, f());
using top = r("module");
log("last");
