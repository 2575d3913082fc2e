// Counting loops whose counters and limits are ints, doubles, strings, booleans, objects and what
// changes its kind on the way.
function up(from: any, to: any): string {
  const seen: any[] = [];
  for (let i = from; i < to; i++) seen.push(i);
  return seen.join();
}
function upTo(from: any, to: any): string {
  const seen: any[] = [];
  for (let i = from; i <= to; i++) seen.push(i);
  return seen.join();
}
function down(from: any, to: any): string {
  const seen: any[] = [];
  for (let i = from; i > to; i--) seen.push(i);
  return seen.join();
}
function downTo(from: any, to: any): string {
  const seen: any[] = [];
  for (let i = from; i >= to; --i) seen.push(i);
  return seen.join();
}

const log: string[] = [];
function noted(name: string, value: any): any {
  return {
    valueOf() {
      log.push(name);
      return value;
    },
  };
}

for (const loop of [up, upTo, down, downTo]) {
  console.log(loop.name, loop(0, 4), "|", loop(4, 0), "|", loop(2, 2));
  console.log(loop(0.5, 3), "|", loop(3, 0.5), "|", loop(-1.5, 1.5), "|", loop(-0, 0));
  console.log(loop("1", "3"), "|", loop("b", "d"), "|", loop("10", "9"), "|", loop(true, 3));
  console.log(loop(NaN, 3), "|", loop(0, NaN), "|", loop(undefined, 3), "|", loop(null, 2));
  console.log(loop(2147483646, 2147483650), "|", loop(-2147483647, -2147483650));
  console.log(loop(4294967294, 4294967297), "|", loop(9007199254740990, 9007199254740991));
  console.log(loop(noted("from", 1), noted("to", 3)), log.splice(0).join());
  console.log(loop(noted("from", "3"), 1), log.splice(0).join());
}

for (let i = 3; i >= 0; i--) console.log("i", i);
for (let i = -3; i < 0; i++) console.log("i", i);
for (let i = 10; i > 0; i -= 3) console.log("i", i);
for (let i = 0; i <= 1; i += 0.25) console.log("i", i);
for (let i = 0, j = 9; i < j; i += 2, j--) console.log("i", i, j);

// A condition of several parts, at its first test and later.
let n = 0;
let z = 1;
while (n < 6 && z * z <= 40) {
  n++;
  z += n & 1 ? 1.5 : 1;
}
console.log(n, z);
while (n > 0 || z > 3) {
  n -= 2;
  z--;
}
console.log(n, z);
do n += 3;
while (n < 10);
console.log(n);
let word = "abc";
while (word) word = word.slice(1);
console.log(`[${word}]`);
let list: any = { v: 1, next: { v: 2, next: { v: 3, next: null } } };
let sum = 0;
while (list !== null) {
  sum += list.v;
  list = list.next;
}
console.log(sum);
let steps = 0;
for (let k = 27; k !== 1; steps++) k = k % 2 === 0 ? k / 2 : 3 * k + 1;
console.log(steps);

// Steps and tests that throw stop where they are.
for (const bad of [Symbol("s"), { valueOf: () => ({}), toString: () => ({}) }] as any[]) {
  let times = 0;
  try {
    for (let i: any = 0; i < 3; i++) {
      times++;
      if (times === 2) i = bad;
    }
  } catch (error: any) {
    console.log(times, error.message);
  }
  try {
    for (let i: any = 0; i < bad; i++) times = 100;
  } catch (error: any) {
    console.log(times, error.message);
  }
}
// A limit that moves.
const box = { n: 3 };
for (let i = 0; i < box.n; i++) if (i === 1) box.n = 5;
console.log(box.n);

// Numbers of the instruction beside every kind of value.
for (const v of [3, -3, 0, -0, 2.5, NaN, Infinity, 2147483647, -2147483648, "4", "x", true, null, undefined, [5]] as any[]) {
  console.log(v + 1, v - 1, v * 2, v + -1, v - -1, 3 * v, v + 127, v - 128, Object.is(v - 0, -0), Object.is(v + 0, -0));
  console.log(v < 2, v <= 3, v > -3, v >= 0, v === 3, v !== 0);
  console.log(
    v < 2 ? "a" : "b",
    v <= 3 ? "a" : "b",
    v > -3 ? "a" : "b",
    v >= 0 ? "a" : "b",
    v === 3 ? "a" : "b",
    v !== 0 ? "a" : "b",
    !(v < 2) ? "a" : "b",
    !(v >= 0) ? "a" : "b",
  );
  let w = v;
  w++;
  let y = v;
  y--;
  console.log(w, y, v / 2, v % 3, v | 0, v & 7, v >>> 0, v << 2);
}
