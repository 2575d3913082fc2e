// Array functions on array-likes, strings and objects through call; Array.from and of
const like: any = { length: 3, 0: "a", 2: "c" };
const A = Array.prototype;
console.log(
  A.slice.call(like),
  A.map.call(like, (x) => `${x}!`),
  A.join.call(like, "-"),
  A.indexOf.call(like, "c"),
  A.includes.call(like, undefined),
);
console.log(
  A.push.call(like, "d"),
  like,
  A.pop.call(like),
  A.shift.call(like),
  like,
  A.reverse.call(like),
  like,
);
console.log(
  A.filter.call("hello", (c) => c > "g"),
  A.map.call("abc", (c: any) => c.toUpperCase()).join(""),
  A.reduce.call("1234", (s: any, c: any) => s + Number(c), 0),
);
console.log(
  A.concat.call([1], like).length,
  A.every.call("aaa", (c) => c === "a"),
  A.some.call({ length: 2 }, (x) => x),
  A.find.call("xyz", (c) => c > "x"),
  A.at.call("xyz", -1),
);
console.log(
  Array.from(like),
  Array.from({ length: 3, 1: "one" }),
  Array.from("a😀b"),
  Array.from(new Map([[1, 2]])),
  Array.from(
    [1, 2],
    function (this: any, x) {
      return x * this.k;
    },
    { k: 5 },
  ),
);
console.log(
  Array.of(3),
  Array.of(),
  Array.of(undefined, null),
  Array.from({ length: "2" } as any),
  Array.from({ length: -1 }),
  Array.from([, 1]),
);
class Bag {
  length = 0;
  [n: number]: any;
  add(x: any) {
    A.push.call(this, x);
    return this;
  }
}
const bag = new Bag().add("p").add("q");
console.log(
  bag,
  A.sort.call({ length: 3, 0: 3, 1: 1, 2: 2 }),
  A.fill.call({ length: 2 }, 7),
  A.splice.call({ length: 3, 0: 1, 1: 2, 2: 3 }, 1, 1),
);
for (const bad of [null, undefined] as any[]) {
  for (const f of [
    () => A.map.call(bad, (x) => x),
    () => A.join.call(bad),
    () => Array.from(bad),
  ]) {
    try {
      console.log(f());
    } catch (error: any) {
      console.log(error.name, error.message);
    }
  }
}
const rest = (...xs: any[]) => A.slice.call(xs, 1);
console.log(
  rest(1, 2, 3),
  A.toString.call({ join: () => "custom join" }),
  A.toString.call({}),
  Array.isArray(like),
);
const iterator = A.values.call(like);
console.log([...iterator], [...A.entries.call("ab")], [...A.keys.call({ length: 2 })]);
