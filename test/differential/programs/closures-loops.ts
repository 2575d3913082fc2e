// Closures over loop variables in every kind of loop, and over variables of nested blocks
const fns: (() => unknown)[] = [];
for (const x of [1, 2]) fns.push(() => `of ${x}`);
for (const key in { a: 1, b: 2 }) fns.push(() => `in ${key}`);
for (let i = 0; i < 2; i++) {
  let j = i * 10;
  fns.push(() => `for ${i} ${j++}`);
}
let w = 0;
while (w < 2) {
  const local = w++;
  fns.push(() => `while ${local} ${w}`);
}
for (const [k, { v }] of Object.entries({ m: { v: 1 }, n: { v: 2 } })) fns.push(() => k + v);
for (let i = 0; i < 2; i++) for (let j = 0; j < 2; j++) fns.push(() => `${i}${j}`);
console.log(fns.map((f) => f()));
console.log(fns[4](), fns[4](), fns[5]());
const shared: (() => number)[] = [];
for (let i = 0; i < 3; i++) {
  {
    let hidden = i;
    shared.push(() => hidden++);
    shared.push(() => hidden);
  }
}
shared[0]();
shared[0]();
shared[2]();
console.log(shared.map((f) => f()));
const lookups: Record<string, () => string> = {};
for (const name of ["x", "y", "z"]) {
  if (name === "y") continue;
  lookups[name] = () => `${name}:${Object.keys(lookups).length}`;
}
console.log(lookups["x"](), lookups["z"](), lookups["y"]?.());
let chained = () => 0;
for (let i = 1; i <= 4; i++) {
  const previous = chained;
  chained = () => previous() + i;
}
console.log(chained());
