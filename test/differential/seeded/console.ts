// Random values through console.log: kinds, nesting, widths, format strings
let seed = 1;
function below(n: number): number {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % n;
}
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const list = (count: number, make: () => any) => Array.from({ length: count }, make);

class Point {
  x = 1;
  y = 2;
}
class Empty {}
class Derived extends Point {
  z = 3;
}
class Tagged {
  v = 1;
  get [Symbol.toStringTag]() {
    return "Tag";
  }
}
class Dictionary extends Map {}
class List extends Array {}
class Accessors {
  plain = 1;
  get own() {
    return 1;
  }
}
const words = [
  "a",
  "bb",
  "ccc",
  "hello world",
  "it's",
  'say "hi"',
  "new\nline",
  "é",
  "日本語",
  "😀",
  "x".repeat(20),
  "y".repeat(75),
  "",
  " ",
  "123",
  "a-b",
  "constructor",
  "`b`'\"",
  "\u0007",
  "tab\t",
  "\ud800",
  "\x7f",
  "\u200b",
];
const text = () => pick(words) + (below(3) ? "" : pick(words));

function scalar(): any {
  switch (below(9)) {
    case 0:
      return below(100);
    case 1:
      return pick([-0, 1.5, NaN, Infinity, 1e21, 1e-7, -123456789, 2 ** 53]);
    case 2:
    case 3:
      return text();
    case 4:
      return pick([true, false, null, undefined]);
    case 5:
      return pick([Symbol("s"), Symbol(), Symbol("two words"), Symbol.iterator]);
    case 6:
      return pick<any>([
        () => 1,
        function named() {},
        class Named {},
        class Child extends Point {},
        Math.max,
        function () {},
        Object.assign(() => 1, { extra: 1 }),
        class {
          static s = 1;
        },
      ]);
    case 7:
      return pick<any>([Object("str"), Object(5), Object(true), Object(Symbol("b")), Object(-0)]);
    default:
      return pick<any>([
        new Empty(),
        [],
        {},
        new Tagged(),
        new Accessors(),
        new Uint8Array(below(9)),
      ]);
  }
}

function object(depth: number): any {
  const made: any = below(4) ? {} : Object.create(pick([null, Point.prototype, { p: 1 }]));
  for (let i = below(7); i > 0; i--) made[text()] = value(depth - 1);
  if (below(8) === 0) made[Symbol("key")] = value(depth - 1);
  if (below(8) === 0) Object.defineProperty(made, "hidden", { value: 1 });
  if (below(8) === 0) Object.defineProperty(made, "acc", { get: () => 1, enumerable: true });
  if (below(8) === 0) made.self = below(2) ? made : { back: made, list: [made] };
  return made;
}

function array(depth: number): any {
  switch (below(5)) {
    case 0: {
      const sparse: any[] = [];
      for (let i = below(8); i > 0; i--) sparse[below(12)] = value(depth - 1);
      return sparse;
    }
    case 1: {
      const what = below(3);
      const numbers = () => below(1000);
      const short = () => text().slice(0, 12);
      return list(below(40), what === 0 ? numbers : what === 1 ? short : scalar);
    }
    case 2: {
      const own: any = List.from(list(below(4), () => value(depth - 1)));
      if (below(2)) own.tag = value(depth - 1);
      return own;
    }
    default:
      return list(below(9), () => value(depth - 1));
  }
}

function collection(depth: number): any {
  if (below(2)) return new Set(list(below(5), () => value(depth - 1)));
  const map = below(3) ? new Map<any, any>() : new Dictionary();
  for (let i = below(5); i > 0; i--) map.set(value(depth - 1), value(depth - 1));
  return map;
}

function value(depth: number): any {
  if (depth <= 0) return scalar();
  switch (below(12)) {
    case 0:
    case 1:
    case 2:
      return scalar();
    case 3:
    case 4:
    case 5:
      return array(depth);
    case 6:
    case 7:
    case 8:
      return object(depth);
    case 9:
      return collection(depth);
    case 10:
      return Object.assign(
        below(2) ? new Point() : new Derived(),
        below(2) ? { extra: value(depth - 1) } : {},
      );
    default:
      return pick<any>([
        [1, 2].values(),
        new Map([[1, { a: 1 }]]).entries(),
        new Set([1]).values(),
        "x"[Symbol.iterator](),
      ]);
  }
}

const formats = ["%s", "%d|%i", "%j", "%O", "%%", "%c|", "x%sy%s", "%f %s", "%x"];
for (let i = 0; i < 1200; i++) {
  const values = list(below(3) ? 1 : 1 + below(3), () => value(4));
  try {
    console.log(i, ...values);
    // A function as text is its source, which fiber code does not keep.
    if (typeof values[0] !== "function" && typeof values[1] !== "function") {
      console.log(pick(formats), ...values);
    }
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
