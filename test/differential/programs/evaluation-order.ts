// Order of evaluation in expressions, calls and assignments
const log: string[] = [];
const t = <T>(n: string, v: T): T => {
  log.push(n);
  return v;
};
const o: any = {
  a: 1,
  f(...x: any[]) {
    return x.length;
  },
};
t("obj", o)[t("key", "a")] = t("val", 5);
t("o2", o).f(t("x", 1), ...t("sp", [1, 2]), t("y", 2));
t("l", 1) + t("r", 2) * t("m", 3);
const { [t("k1", "a")]: q = t("d1", 0) } = t("src", o);
[t("e1", 1), t("e2", 2)];
({ [t("p1", "x")]: t("v1", 1), [t("p2", "y")]: t("v2", 2) });
t("c", false) ? t("yes", 1) : t("no", 2);
t("n", null) ?? t("dflt", 1);
o[t("ik", "a")] += t("iv", 1);
o[t("uk", "a")]++;
new (t(
  "cls",
  class {
    constructor(a: any) {}
  },
))(t("arg", 1));
`${t("t1", 1)}${t("t2", 2)}`;
t("cmp1", 1) < t("cmp2", 2);
delete t("dl", o)[t("dk", "zz")];
console.log(log.join(" "), q, o.a);
let i = 0;
const arr = [0, 0, 0];
arr[i++] = i++;
arr[i] = i = 0;
console.log(arr, i);
let a = 1;
a = a++ + ++a;
console.log(a);
let b = 1;
b += ((b = 5), 10);
console.log(b);
const f = (x: number) => x;
let c = 1;
console.log(f(c) + f((c = 2)) + c, c + (c = 10) + c);
function args(...xs: number[]) {
  return xs.join();
}
let d = 0;
console.log(args(d, d++, d, ++d, d));
const ob = { v: 1 };
let r: any = ob;
r.v = r = null;
console.log(ob.v, r);
