// Subclasses of Error, Array, Map, Set, Object, Function-made constructors
class Stack extends Array<number> {
  peek() {
    return this[this.length - 1];
  }
  static get label() {
    return "stack";
  }
}
const s = new Stack();
s.push(1, 2, 3);
console.log(
  s.peek(),
  s.length,
  s instanceof Array,
  Array.isArray(s),
  Stack.label,
  s.map((x) => x * 2) instanceof Stack,
  s,
);
s.length = 1;
console.log(
  s.peek(),
  [...s],
  Stack.of(7, 8).peek(),
  Stack.from("123", Number).peek(),
  JSON.stringify(s),
  s.concat([4]).peek(),
);
class DefaultMap<K, V> extends Map<K, V> {
  constructor(private make: (key: K) => V) {
    super();
  }
  get(key: K): V {
    if (!this.has(key)) this.set(key, this.make(key));
    return super.get(key) as V;
  }
}
const counts = new DefaultMap<string, number[]>(() => []);
for (const word of ["a", "b", "a"]) counts.get(word).push(counts.size);
console.log([...counts.entries()], counts.size, counts instanceof Map);
class Tags extends Set<string> {
  add(tag: string) {
    return super.add(tag.toLowerCase());
  }
  toString() {
    return [...this].sort().join("|");
  }
}
console.log(String(new Tags(["B", "a", "b"])), new Tags(["x"]));
class HttpError extends Error {
  name = "HttpError";
  constructor(
    public status: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
  get temporary() {
    return this.status >= 500;
  }
}
const e = new HttpError(503, "busy", { cause: "load" });
console.log(
  e instanceof Error,
  e instanceof HttpError,
  String(e),
  e.temporary,
  e.cause,
  Object.keys(e),
  Object.prototype.toString.call(e),
);
class Plain extends Object {
  x = 1;
}
console.log(new Plain(), new Plain() instanceof Object);
class Num extends Number {
  plus(n: number) {
    return new Num(Number(this) + n);
  }
}
console.log(+new Num(4).plus(2), new Num(3) + 1, new Num(3) instanceof Number);
class Str extends String {
  shout() {
    return this.toUpperCase() + "!";
  }
}
console.log(new Str("hey").shout(), new Str("abc").length);
