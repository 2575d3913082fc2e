// delete, in, instanceof
class Base {
  inherited() {}
}
class Sub extends Base {
  own = 1;
}
const sub: any = new Sub();
console.log("own" in sub, "inherited" in sub, "missing" in sub, "toString" in sub);
console.log(sub instanceof Sub, sub instanceof Base, sub instanceof Object, {} instanceof Sub);
console.log(delete sub.own, "own" in sub, delete sub.own, delete sub.never, sub.own);
const list: any[] = [1, 2, 3];
console.log(delete list[1], 1 in list, list.length, 2 in list, "2" in list, 3 in list, list);
try {
  delete (Object.freeze({ a: 1 }) as any).a;
} catch (error: any) {
  console.log(error.name, error.message);
}
try {
  console.log("a" in ("string" as any));
} catch (error: any) {
  console.log(error.name, error.message);
}
try {
  console.log({} instanceof ({} as any));
} catch (error: any) {
  console.log(error.name, error.message);
}
try {
  console.log(({} instanceof (() => 1 as any)) as any);
} catch (error: any) {
  console.log(error.name, error.message);
}
console.log(
  null instanceof Object,
  (1 as any) instanceof Number,
  [] instanceof Array,
  (() => 1) instanceof Function,
);
const dict: Record<string, number> = { x: 1, y: 2, z: 3 };
for (const key of Object.keys(dict)) if (dict[key] % 2) delete dict[key];
console.log(dict);
