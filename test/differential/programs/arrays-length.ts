// length: truncation, growth, invalid values, indices that are not
const a: any[] = [1, 2, 3, 4, 5];
a.length = 3;
console.log(a, (a[7] = "seven"), a.length, a);
a.length = 0;
console.log(a, a.push("x"), a.length);
a["2"] = "string index";
a["03"] = "not an index";
a[-1] = "negative";
a[1.5] = "fraction";
a[4294967295 as any] = "too large";
console.log(a.length, a, Object.keys(a), a.indexOf("negative"), a[-1], a["-1"]);
for (const bad of [-1, 1.5, NaN, "x", 2 ** 32, undefined, {}]) {
  try {
    const b: any[] = [1];
    b.length = bad as any;
    console.log("ok", b.length);
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
const c: any[] = [1, 2, 3];
for (const good of ["2", true, null, 3, [4], { valueOf: () => 1 }, "0x2"]) {
  c.length = good as any;
  console.log(c.length);
}
console.log(Object.getOwnPropertyDescriptor(c, "length"), delete (c as any)[0], c.length);
try {
  delete (c as any).length;
} catch (error: any) {
  console.log(error.name, error.message);
}
console.log(
  Array(3).length,
  new Array(2, 3).length,
  Array("3").length,
  new Array(0),
  Array.isArray(new Array()),
);
const last = <T>(list: T[]) => list[list.length - 1];
console.log(last([1, 2]), last([]), [].at(-1), [5].at(0.9), [5, 6].at(-2), [5].at(NaN));
