// Deeply nested patterns over objects, arrays, Maps and strings, with renames and rests
const response = {
  status: 200,
  headers: { "content-type": "text/plain", etag: null as string | null },
  body: {
    users: [
      { id: 1, tags: ["x", "y"] },
      { id: 2, tags: [] },
    ],
    page: { next: 2 },
  },
};
const {
  status: code,
  headers: { "content-type": type, etag = "none", missing = "absent" } = {} as any,
  body: {
    users: [
      {
        id: firstId,
        tags: [, secondTag = "?"],
      },
      { tags: [noTag = "no tag"] = [] },
      third = "no third",
    ],
    page: { next, previous: { link = "nil" } = {} as any },
    ...restOfBody
  },
} = response as any;
console.log(code, type, etag, missing, firstId, secondTag, noTag, third, next, link, restOfBody);
const [[a, [b, ...c]], { length }, ...[d, e]] = [[1, [2, 3, 4]], "four", "five", "six"] as any;
console.log(a, b, c, length, d, e);
for (const [key, { size = 0, ...others }] of new Map<string, any>([
  ["k", { size: 3, w: 1 }],
  ["l", {}],
])) {
  console.log(key, size, others);
}
const [first, second = first, ...{ length: left }] = "hello";
console.log(first, second, left);
const swap = { x: 1, y: 2 };
({ x: swap.y, y: swap.x } = swap);
console.log(swap);
const total = ([{ n: x }, { n: y }]: { n: number }[]) => x + y;
console.log(
  total([{ n: 1 }, { n: 2 }]),
  (({ length: n }) => n)([1, 2, 3]),
  (([[[deep]]]) => deep)([[["bottom"]]]),
);
const { 0: zero, 1: one, [2]: two, ["len" + "gth"]: count } = ["a", "b", "c"] as any;
console.log(zero, one, two, count);
let m: any, n: any, o: any;
[m, [n = 5, o] = [undefined, 6]] = [1] as any;
console.log(m, n, o);
