// using: disposal order, with returns, breaks, throws and values
const log: string[] = [];
class Res {
  constructor(
    readonly name: string,
    readonly fail = false,
  ) {
    log.push(`open ${name}`);
  }
  [Symbol.dispose]() {
    log.push(`close ${this.name}`);
    if (this.fail) throw new Error(`closing ${this.name}`);
  }
}
function take() {
  console.log(log.splice(0).join(", "));
}
function value() {
  using a = new Res("a");
  using b = new Res("b");
  return `${a.name}${b.name}` + log.length;
}
console.log(value());
take();
for (const n of [1, 2, 3]) {
  using r = new Res(`r${n}`);
  if (n === 1) continue;
  if (n === 2) break;
}
take();
function nested() {
  using outer = new Res("outer");
  {
    using inner = new Res("inner");
    log.push(`in ${inner.name}`);
  }
  try {
    using failing = new Res("failing");
    throw new Error("body");
  } catch (error: any) {
    log.push(error.message);
  } finally {
    log.push("finally");
  }
  log.push("end");
}
nested();
take();
try {
  using x = new Res("x", true);
  using y = new Res("y", true);
  throw new Error("body");
} catch (error: any) {
  console.log(
    error.name,
    error.error.message,
    error.suppressed.error.message,
    error.suppressed.suppressed.message,
  );
}
take();
const make = (n: number) => {
  using r = new Res(`made ${n}`);
  return () => r.name;
};
console.log(make(1)(), log.splice(0));
switch (1) {
  case 1: {
    using s = new Res("switch");
    log.push("case");
  }
}
take();
const early = [1, 2, 3].map((n) => {
  using r = new Res(`m${n}`);
  return n * 2;
});
console.log(early);
take();
