// for-in: order of keys, inherited ones, shadowing, changes during the walk
const o: any = { b: 1, 2: "two", a: 2, 1: "one", [Symbol("hidden")]: 3 };
const keys: string[] = [];
for (const key in o) keys.push(key);
console.log(keys);
class Base {
  baseField = 1;
  method() {}
}
class Sub extends Base {
  subField = 2;
}
for (const key in new Sub()) console.log(key);
const proto = { inherited: 1, shared: "proto" };
const child: any = Object.create(proto);
child.own = 1;
child.shared = "own";
for (const key in child) console.log(key, child[key], Object.hasOwn(child, key));
for (const i in ["x", "y"]) console.log(typeof i, i);
for (const i in "ab" as any) console.log(i);
for (const nothing in null as any) console.log("never", nothing);
for (const nothing in undefined as any) console.log("never", nothing);
for (const nothing in 5 as any) console.log("never", nothing);
const dying: any = { a: 1, b: 2, c: 3 };
for (const key in dying) {
  console.log("visit", key);
  delete dying.b;
}
const hidden = Object.defineProperty({ seen: 1 }, "unseen", { value: 1, enumerable: false });
for (const key in hidden) console.log(key);
let last;
for (last in { p: 1, q: 2 });
console.log(last);
const target: any = {};
for (target.key in { z: 1 }) console.log(target);
const sparse = [1, , 3];
for (const i in sparse) console.log(i, sparse[i]);
