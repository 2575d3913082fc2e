// ReferenceErrors of the temporal dead zone and RangeErrors of the library
const attempts: (() => unknown)[] = [
  () => {
    x;
    let x = 1;
  },
  () => {
    y = 1;
    let y;
  },
  () =>
    typeof z +
    (() => {
      const z = 1;
    })(),
  () => {
    f();
    const f = () => 1;
  },
  () => {
    new K();
    class K {}
  },
  () => {
    const a = b,
      b = 1;
    return a;
  },
  () => {
    const c = (() => c)();
    return c;
  },
  () => ((p = q, q = 1) => p)(),
  () => {
    for (const i of [i]) return i;
  },
  () => {
    class A extends A {}
  },
  () => {
    switch (1) {
      case 0:
        let s = 1;
      default:
        return s;
    }
  },
  () => {
    const k = 1;
    (k as any) = 2;
  },
  () => {
    const k = { v: 1 };
    k.v = 2;
    return k.v;
  },
  () => {
    for (const i = 0; i < 2; (i as any)++) console.log("once", i);
  },
  () => new Array(-1),
  () => new Array(1.5),
  () => {
    [].length = -1;
  },
  () => {
    const a: any[] = [];
    a.length = 2 ** 32;
  },
  () => "x".repeat(-1),
  () => "x".repeat(Infinity),
  () => (1).toFixed(101),
  () => (1).toString(1),
  () => (1).toPrecision(0),
  () => String.fromCodePoint(0x110000),
  () => String.fromCodePoint(1.5),
  () => new Uint8Array(-1),
  () => [1].with(3, 0),
  () => new Uint8Array(2).set([1, 2, 3]),
  () => decodeURIComponent("%"),
  () => "abc".padEnd(5, "").length,
];
declare const z: unknown;
for (const attempt of attempts) {
  try {
    console.log("returned", attempt());
  } catch (error: any) {
    console.log(`${error.name}: ${error.message}`);
  }
}
