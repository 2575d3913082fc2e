// Library functions called with random arguments: results, errors, and what they did to `this`
let seed = 1;
function below(n: number): number {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % n;
}
type Make = () => any;
const numbers: Make[] = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  5.7,
  -2.5,
  NaN,
  Infinity,
  -Infinity,
  1e21,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e-7,
  100,
].map((n) => () => n);
const texts: Make[] = [
  "",
  "a",
  "abc",
  "b",
  "5",
  " 12 ",
  "0x10",
  "é€",
  "a😀b",
  "length",
  "aXbXc",
  "X",
  "1e3",
  "\ud800x",
].map((s) => () => s);
const others: Make[] = [undefined, null, true, false].map((v) => () => v);
const arrays: Make[] = [
  () => [],
  () => [1],
  () => [3, 1, 2],
  () => ["b", "a"],
  () => [1, , 3],
  () => [[1, 2], [3]],
  () => [undefined, null, NaN, -0],
  () => [
    ["k", 1],
    ["l", 2],
  ],
  () => Object.freeze([1, 2]),
  () => [5, 5, 1, 5],
];
const objects: Make[] = [
  () => ({}),
  () => ({ a: 1 }),
  () => ({ length: 2, 0: "x", 1: "y" }),
  () => ({ length: -1 }),
  () => ({ length: "2" }),
  () => ({ b: 1, a: { c: [] } }),
  () => Object.create(null),
  () => Object.freeze({ z: 1 }),
  () => Object(1),
  () => Object("str"),
  () => new Map([["a", 1]]),
  () => new Set([1, 2]),
  () => ({ valueOf: () => 2 }),
  () => ({ toString: () => "ts" }),
  () => ({ [Symbol.toPrimitive]: (hint: string) => (hint === "number" ? 7 : hint) }),
  () => ({
    get g() {
      return 1;
    },
  }),
  () => ({ [Symbol.iterator]: () => [4, 5].values() }),
];
const callbacks: Make[] = [
  () => (x: any) => x,
  () => (a: any, b: any) => (a > b ? 1 : a < b ? -1 : 0),
  () => () => true,
  () => () => undefined,
  () => () => {
    throw new Error("callback");
  },
  () =>
    function (this: any) {
      return typeof this;
    },
  () => (x: any, i: any) => [x, i],
];
const bytes: Make[] = [() => new Uint8Array([5, 0, 255, 5]), () => new Uint8Array(0)];
const plain = [...numbers, ...texts, ...others, ...arrays, ...objects];
const withSymbols = [...plain, () => Symbol.iterator];

const shown = new Set<object>();
function show(v: any): string {
  if (typeof v === "string") return JSON.stringify(v);
  if (Object.is(v, -0)) return "-0";
  if (typeof v === "function") return `function ${v.name}`;
  if (typeof v !== "object" || v === null) return String(v);
  if (shown.has(v) || shown.size > 5) return "...";
  shown.add(v);
  const inside = (items: Iterable<any>) => Array.from(items, show).join();
  const own = Object.keys(v).map((key) => {
    const descriptor: any = Object.getOwnPropertyDescriptor(v, key);
    return `${key}:${"value" in descriptor ? show(descriptor.value) : "accessor"}`;
  });
  let text = Object.prototype.toString.call(v);
  if (v instanceof Map || v instanceof Set) text += `<${inside(v)}>`;
  if (Array.isArray(v)) text = `#${v.length}`;
  if (typeof v.next === "function") text += `<${inside(v)}>`;
  shown.delete(v);
  return `${text}{${own.slice(0, 20).join()}}${Object.isFrozen(v) && own.length > 0 ? "!" : ""}`;
}

interface Suite {
  owner: any;
  self: Make[];
  args: Make[];
  names: string;
}
const suites: Suite[] = [
  {
    owner: Array.prototype,
    self: [...arrays, ...arrays, ...arrays, ...texts, ...objects],
    args: withSymbols,
    names:
      "at concat copyWithin includes indexOf lastIndexOf join pop push shift unshift reverse slice splice toReversed toSpliced toString flat",
  },
  { owner: Array.prototype, self: arrays, args: withSymbols, names: "keys values entries" },
  {
    owner: Array.prototype,
    self: [...arrays, ...arrays, ...arrays, ...objects],
    args: [...callbacks, ...callbacks, ...callbacks, ...plain],
    names:
      "forEach map filter reduce reduceRight some every find findIndex findLast findLastIndex flatMap",
  },
  {
    owner: Array.prototype,
    self: arrays,
    args: [callbacks[1] as Make, ...others],
    names: "sort toSorted",
  },
  {
    owner: String.prototype,
    self: [...texts, ...texts, ...plain.slice(0, -20)],
    args: withSymbols,
    names:
      "at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf slice split startsWith substr substring replace replaceAll toLowerCase toUpperCase trim isWellFormed toWellFormed",
  },
  {
    owner: Number.prototype,
    self: numbers,
    args: withSymbols,
    names: "toExponential toFixed toPrecision toString valueOf",
  },
  {
    owner: Object,
    self: others,
    args: withSymbols,
    names:
      "assign entries freeze fromEntries getOwnPropertyDescriptor getOwnPropertySymbols hasOwn is isExtensible isFrozen isSealed keys preventExtensions seal values setPrototypeOf defineProperty create",
  },
  {
    owner: Object.prototype,
    self: [...numbers, ...texts, ...arrays, ...objects],
    args: withSymbols,
    names: "hasOwnProperty isPrototypeOf propertyIsEnumerable toString valueOf",
  },
  {
    owner: Map.prototype,
    self: [
      () =>
        new Map<any, any>([
          ["a", 1],
          [1, "b"],
          [NaN, 0],
        ]),
    ],
    args: withSymbols,
    names: "get set has delete clear entries keys values",
  },
  {
    owner: Set.prototype,
    self: [() => new Set<any>([1, "a", NaN])],
    args: withSymbols,
    names: "has add delete clear entries values",
  },
  {
    owner: Uint8Array.prototype,
    self: bytes,
    args: [...plain, ...bytes],
    names:
      "at copyWithin includes indexOf lastIndexOf join reverse set slice subarray toReversed with",
  },
  {
    owner: Math,
    self: others,
    args: withSymbols,
    names:
      "abs ceil floor round trunc sign sqrt cbrt fround clz32 imul max min hypot pow atan2 exp log sin cos",
  },
  {
    owner: Number,
    self: others,
    args: withSymbols,
    names: "isFinite isInteger isNaN isSafeInteger parseFloat parseInt",
  },
  { owner: JSON, self: others, args: [...plain, ...callbacks.slice(0, 3)], names: "stringify" },
  {
    owner: {
      Number,
      Boolean,
      String,
      Object,
      Array,
      isNaN,
      isFinite,
      encodeURIComponent,
      decodeURI,
      Error,
    },
    self: others,
    args: plain,
    names: "Number Boolean String Object isNaN isFinite encodeURIComponent decodeURI Error",
  },
];

const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
for (const { owner, self, args, names } of suites) {
  for (const name of names.split(" ")) {
    for (let round = 0; round < 40; round++) {
      const subject = pick(self)();
      const given = Array.from({ length: below(4) }, () => pick(args)());
      const before = show(subject);
      const call = `${before}.${name}(${given.map(show)})`;
      let result: string;
      try {
        result = show(owner[name].apply(subject, given));
      } catch (error: any) {
        result = `${error.name}: ${String(error.message).split("\n")[0]}`;
      }
      const after = show(subject);
      console.log(call, "=", result, after === before ? "" : `this ${after}`);
    }
  }
}
