// splice, slice, copyWithin, fill, at, with, toSpliced: argument handling
const base = [0, 1, 2, 3, 4, 5];
const starts: any[] = [0, 2, -2, 10, -10, 1.9, NaN, undefined, null, "1", Infinity, -Infinity];
for (const s of starts)
  console.log(s, base.slice(s), base.slice(s, -1), base.toSpliced(s, 2), base.slice(0, s));
const change = (f: (a: number[]) => unknown) => {
  const a = [...base];
  const returned = f(a);
  return `${JSON.stringify(returned)} ${JSON.stringify(a)}`;
};
console.log(
  change((a) => a.splice(1, 2)),
  change((a) => a.splice(1, 0, 9, 9)),
  change((a) => a.splice(-2, 1, 7)),
  change((a) => a.splice(2)),
);
console.log(
  change((a) => (a as any).splice()),
  change((a) => a.splice(0, 100)),
  change((a) => a.splice(3, -5)),
  change((a) => a.splice(undefined as any, undefined as any)),
);
console.log(
  change((a) => a.splice(2, 1, 1, 2, 3, 4, 5, 6, 7, 8)),
  change((a) => a.splice(6, 0, 6)),
  change((a) => a.splice(100, 1, 7)),
);
console.log(
  change((a) => a.copyWithin(0, 3)),
  change((a) => a.copyWithin(1, 0, 3)),
  change((a) => a.copyWithin(-2, 0)),
  change((a) => a.copyWithin(2, 4, -1)),
);
console.log(
  change((a) => a.fill(7)),
  change((a) => a.fill(7, 2)),
  change((a) => a.fill(7, -3, -1)),
  change((a) => a.fill(7, 5, 2)),
);
console.log(
  change((a) => a.reverse().pop()),
  change((a) => a.unshift(...a)),
  change((a) => a.push(...a.splice(0, 3))),
);
const chunk = <T>(list: T[], n: number): T[][] =>
  list.length === 0 ? [] : [list.slice(0, n), ...chunk(list.slice(n), n)];
console.log(chunk(base, 4), chunk(base, 1).length);
const rotate = <T>(list: T[], n: number) => [
  ...list.slice(n % list.length),
  ...list.slice(0, n % list.length),
];
console.log(
  rotate(base, 2),
  rotate(base, -1),
  base.with(-1, 50),
  base.toSorted((a, b) => b - a),
  base.toReversed(),
);
const remove = <T>(list: T[], item: T) => {
  const i = list.indexOf(item);
  if (i >= 0) list.splice(i, 1);
  return list;
};
console.log(remove(["a", "b", "c"], "b"), remove(["a"], "z"), base);
