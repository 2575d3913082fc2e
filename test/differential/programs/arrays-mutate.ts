// Array functions that change the array, length and holes
const a: any[] = [3, 1, 2];
console.log(
  a.push(4, 5),
  a.pop(),
  a.shift(),
  a.unshift(9, 8),
  a,
  a.reverse(),
  a.splice(1, 2),
  a,
  a.splice(1, 0, "x", "y"),
  a,
  a.splice(-1),
  a,
  a.fill(0, 1, 2),
  a,
);
a.length = 2;
console.log(a, a.length);
a.length = 4;
console.log(a, a[3], 3 in a);
a[6] = "six";
console.log(a, a.length, Object.keys(a));
delete a[0];
console.log(a, 0 in a);
console.log(
  [1, 2, 3, 4, 5].copyWithin(0, 3),
  [1, 2, 3].fill(7),
  new Array(3),
  new Array(3).fill(null),
  Array(2, 3),
  Array.of(7),
  new Array("3"),
);
const b: any[] = [];
b[2] = 1;
console.log(b, b.length, b.indexOf(undefined), b.includes(undefined));
b.push("end");
console.log(b);
const q: number[] = [];
for (let i = 0; i < 1000; i++) q.push(i);
let sum = 0;
while (q.length) sum += q.shift()!;
console.log(sum);
for (let i = 0; i < 100; i++) q.unshift(i);
console.log(q[0], q[99]);
(a as any).foo = "prop";
console.log(a, Object.keys(a));
console.log([, 1, , 2, ,], [, ,].length, [undefined, null]);
const big: any[] = [];
big[5000000] = 1;
console.log(big.length, big[4999999], big.indexOf(1));
big.length = 0;
console.log(big);
