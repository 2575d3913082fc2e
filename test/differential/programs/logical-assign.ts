// The logical assignment operators
let a: any = null,
  b: any = 0,
  c: any = 5;
a ??= "set";
b ||= "or";
c &&= "and";
console.log(a, b, c);
const o: any = {
  get x() {
    console.log("get");
    return 1;
  },
  set x(v) {
    console.log("set", v);
  },
};
o.x ||= 2;
o.x &&= 3;
o.x ??= 4;
let calls = 0;
const f = () => {
  calls++;
  return 9;
};
a ??= f();
b ||= f();
c &&= f();
console.log(a, b, c, calls);
console.log(
  null ?? "d",
  undefined ?? null,
  0 ?? 1,
  "" || "e",
  1 && 2,
  0 && 1,
  (null || undefined) ?? "z",
);
