// Sparse arrays: which functions skip holes, which see undefined
const a: any[] = [1, , 3, , 5];
console.log(a, a.length, 1 in a, Object.keys(a), a[1]);
const visited: number[] = [];
a.forEach((x, i) => visited.push(i));
console.log(
  visited,
  a.map((x) => x * 2),
  a.filter(() => true),
  a.some((x) => x === undefined),
  a.every((x) => x > 0),
);
console.log(
  a.find((x) => x === undefined),
  a.findIndex((x) => x === undefined),
  a.indexOf(undefined),
  a.includes(undefined),
  a.lastIndexOf(undefined),
);
console.log(
  a.reduce((s, x) => s + x),
  a.reduceRight((s, x) => `${s}${x}`, ""),
  a.join("-"),
  String(a),
  [...a],
  Array.from(a),
);
console.log(
  a.slice(0, 3),
  a.concat([, 7]),
  a.flat(),
  a.toReversed(),
  a.toSorted(),
  a.with(0, 9),
  [...a.entries()].length,
  [...a.keys()],
);
console.log([...a.values()], a.at(1), JSON.stringify(a), a.copyWithin(0, 1, 3), a.fill(0, 3, 4));
const s: any[] = [3, , 1, undefined, 2];
console.log(s.sort(), s.length, 4 in s, [, "b", , "a"].sort().reverse());
const r: any[] = [, 1, , 2];
console.log(r.reverse(), r.shift(), r, r.unshift("new"), r, r.splice(1, 2), r, r.pop(), r);
delete r[0];
console.log(
  r,
  0 in r,
  new Array(3),
  new Array(3).map(() => 1),
  Array.apply(null, Array(2) as any).map(() => 1),
  Array.from({ length: 2 }),
);
const [x = "default", y] = [, 2] as any[];
console.log(x, y, [, ,].length, [1, ,].length, [undefined].length, Math.max(...([1, , 2] as any)));
for (const value of [, "v"]) console.log(value);
for (const index in [, "v"]) console.log(index);
const far: any[] = [];
far[100] = "far";
console.log(
  far.length,
  far.filter(() => true),
  far.findIndex((v) => v),
  Object.keys(far),
  far.indexOf("far"),
);
far.length = 50;
console.log(
  far,
  [1, 2, , 4].flatMap((v) => [v, v]),
  Object.entries([, 1]),
  { ...[, "s"] },
);
