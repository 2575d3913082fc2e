// Exceptions leave library functions that called back, and leave their data as it was
const attempts: [string, () => unknown][] = [
  [
    "map",
    () =>
      [1, 2, 3].map((x) => {
        if (x === 2) throw new Error("at 2");
        return x;
      }),
  ],
  [
    "forEach",
    () =>
      [1].forEach(() => {
        throw new Error("forEach");
      }),
  ],
  [
    "filter",
    () =>
      [1].filter(() => {
        throw new Error("filter");
      }),
  ],
  [
    "reduce",
    () =>
      [1, 2].reduce(() => {
        throw new Error("reduce");
      }),
  ],
  [
    "sort",
    () =>
      [3, 2, 1].sort(() => {
        throw new Error("sort");
      }),
  ],
  [
    "find",
    () =>
      [1].find(() => {
        throw new Error("find");
      }),
  ],
  [
    "flatMap",
    () =>
      [1].flatMap(() => {
        throw new Error("flatMap");
      }),
  ],
  [
    "from",
    () =>
      Array.from([1], () => {
        throw new Error("from");
      }),
  ],
  [
    "Map.forEach",
    () =>
      new Map([[1, 2]]).forEach(() => {
        throw new Error("map forEach");
      }),
  ],
  [
    "Set.forEach",
    () =>
      new Set([1]).forEach(() => {
        throw new Error("set forEach");
      }),
  ],
  [
    "replace",
    () =>
      "abc".replace("b", () => {
        throw new Error("replace");
      }),
  ],
  [
    "toJSON",
    () =>
      JSON.stringify({
        a: {
          toJSON() {
            throw new Error("toJSON");
          },
        },
      }),
  ],
  [
    "replacer",
    () =>
      JSON.stringify([1], () => {
        throw new Error("replacer");
      }),
  ],
  [
    "reviver",
    () =>
      JSON.parse("[1]", () => {
        throw new Error("reviver");
      }),
  ],
  [
    "getter",
    () =>
      Object.entries({
        get x() {
          throw new Error("getter");
        },
      }),
  ],
  [
    "spread getter",
    () => ({
      ...{
        get x() {
          throw new Error("spread");
        },
      },
    }),
  ],
  [
    "valueOf",
    () =>
      (({
        valueOf() {
          throw new Error("valueOf");
        },
      }) as any) + 1,
  ],
  [
    "toString",
    () =>
      `${{
        toString() {
          throw new Error("toString");
        },
      }}`,
  ],
  [
    "join",
    () =>
      [
        1,
        {
          toString() {
            throw new Error("join");
          },
        },
      ].join(),
  ],
  [
    "iterator",
    () => [
      ...({
        [Symbol.iterator]() {
          throw new Error("iterator");
        },
      } as any),
    ],
  ],
  [
    "next",
    () =>
      new Set({
        [Symbol.iterator]: () => ({
          next() {
            throw new Error("next");
          },
        }),
      } as any),
  ],
  [
    "setter",
    () =>
      Object.assign(
        {
          set x(v: number) {
            throw new Error(`set ${v}`);
          },
        },
        { x: 5 },
      ),
  ],
  [
    "constructor",
    () =>
      new (class {
        constructor() {
          throw new Error("constructor");
        }
      })(),
  ],
  [
    "field",
    () =>
      new (class {
        x = (() => {
          throw new Error("field");
        })();
      })(),
  ],
  [
    "call",
    () =>
      (() => {
        throw new Error("call");
      }).call(null),
  ],
  [
    "bound",
    () =>
      (() => {
        throw new Error("bound");
      }).bind(null)(),
  ],
  [
    "nested",
    () =>
      [1].map(() =>
        [2].map(() =>
          [3].map(() => {
            throw new Error("deep");
          }),
        ),
      ),
  ],
];
for (const [name, attempt] of attempts) {
  try {
    console.log(name, "returned", attempt());
  } catch (error: any) {
    console.log(name, "->", error.message);
  }
}
const list = [3, 1, 2];
let calls = 0;
try {
  list.forEach((x, i) => {
    calls++;
    list[i] = x * 10;
    if (i === 1) throw "stop";
  });
} catch (e) {
  console.log(e, calls, list);
}
