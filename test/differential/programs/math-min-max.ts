// Math.max, min, hypot and pow with unusual arguments
console.log(
  Math.max(),
  Math.min(),
  Math.max(1),
  Math.max(1, NaN, 3),
  Math.min(0, -0),
  Math.max(-0, 0),
  Object.is(Math.min(0, -0), -0),
);
console.log(
  Math.max("5" as any, 3),
  Math.max(null as any, -1),
  Math.max(undefined as any, 1),
  Math.max([7] as any),
  Math.min(...[5, 2, 8]),
);
console.log(
  Math.hypot(),
  Math.hypot(3, 4),
  Math.hypot(-3),
  Math.hypot(3, 4, 12),
  Math.hypot(Infinity, NaN),
  Math.hypot(1e200, 1e200),
  Math.hypot(NaN, 1),
);
for (const base of [0, -0, 1, -1, 2, -8, 0.5, Infinity, -Infinity, NaN]) {
  console.log(
    base,
    [0, 1, -1, 0.5, 1 / 3, 2, 3, -3, Infinity, -Infinity, NaN].map((e) => base ** e).join(" "),
  );
}
console.log(
  Math.pow(2, 0.5),
  Math.pow(10, -5),
  10 ** 308,
  10 ** 309,
  2 ** -1074,
  2 ** -1075,
  7 ** 0.1,
  1.0001 ** 10000,
);
console.log(
  Math.sqrt(2),
  Math.sqrt(-1),
  Math.cbrt(27),
  Math.cbrt(-8),
  Math.cbrt(2),
  Object.is(Math.sqrt(-0), -0),
);
const clamp = (n: number, low: number, high: number) => Math.min(Math.max(n, low), high);
console.log([-5, 0, 5, 15].map((n) => clamp(n, 0, 10)));
const log: string[] = [];
Math.max({ valueOf: () => (log.push("a"), 1) } as any, NaN, {
  valueOf: () => (log.push("b"), 2),
} as any);
console.log(log);
