// Searching: indexOf and friends, find and friends, binary search, ties and odd values
const list: any[] = [NaN, 0, -0, "0", null, undefined, false, 0, "a", NaN];
for (const x of [NaN, 0, -0, "0", null, undefined, "zzz"]) {
  console.log(
    x,
    list.indexOf(x),
    list.lastIndexOf(x),
    list.includes(x),
    list.findIndex((y) => Object.is(y, x)),
    list.findLastIndex((y) => Object.is(y, x)),
  );
}
const n = [1, 2, 3, 2, 1];
console.log(
  n.indexOf(2, 2),
  n.indexOf(2, -1),
  n.indexOf(1, -100),
  n.indexOf(1, 100),
  n.lastIndexOf(2, 2),
  n.lastIndexOf(1, -2),
  n.lastIndexOf(1, -100),
  n.includes(3, 3),
  n.includes(1, -1),
);
console.log(
  n.find((x) => x > 1),
  n.findLast((x) => x > 1),
  n.find((x) => x > 9),
  n.findIndex((x, i) => x === 2 && i > 1),
  n.findLastIndex((x) => x > 9),
);
const looked: number[] = [];
n.find((x, i) => (looked.push(i), x === 3));
n.findLast((x, i) => (looked.push(i), x === 3));
n.some((x, i) => (looked.push(i), x === 2));
n.every((x, i) => (looked.push(i), x < 3));
console.log(
  looked,
  [].every(() => false),
  [].some(() => true),
  n.every(Boolean),
  n.some(Number.isNaN),
);
function lowerBound(sorted: number[], x: number) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
const sorted = [1, 3, 3, 3, 7, 9];
console.log([0, 1, 2, 3, 4, 9, 10].map((x) => lowerBound(sorted, x)));
const subsequence = (of: any[], part: any[]) => {
  let at = 0;
  for (const x of of) if (x === part[at]) at++;
  return at === part.length;
};
console.log(subsequence([1, 2, 3, 4], [1, 3]), subsequence([1, 2], [2, 1]), subsequence([], []));
const mode = (xs: number[]) =>
  xs.toSorted((a, b) => xs.filter((x) => x === b).length - xs.filter((x) => x === a).length)[0];
console.log(
  mode([1, 2, 2, 3, 3, 3]),
  [..."hello"].findLastIndex((c) => c === "l"),
  [[1], [2]].findIndex(([x]) => x === 2),
  [{ id: 1 }].find(({ id }) => id === 1),
);
console.log(
  n.indexOf("1" as any),
  n.includes("1" as any),
  [[1]].indexOf([1] as any),
  ["a", "b"].indexOf("b", undefined),
  [1, 2].lastIndexOf(1, undefined),
  [1, 2].lastIndexOf(2),
);
