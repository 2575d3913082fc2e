// do-while: the body runs first, continue goes to the condition, break leaves
let n = 0;
do {
  n++;
} while (n < 5);
console.log(n);
do console.log("once");
while (false);
let tries = 0;
do {
  tries++;
  if (tries % 2) continue;
  if (tries > 7) break;
} while (tries < 20);
console.log(tries);
let x = 10;
const seen: number[] = [];
do {
  const captured = x;
  seen.push(captured);
  x = captured > 5 ? captured - 3 : captured - 1;
} while (x > 0 && seen.length < 10);
console.log(seen);
function digits(value: number) {
  const out: number[] = [];
  do {
    out.unshift(value % 10);
    value = Math.floor(value / 10);
  } while (value);
  return out;
}
console.log(digits(0), digits(90210));
let outer = 0;
let inner = 0;
do {
  do {
    inner++;
    if (inner % 3 === 0) break;
  } while (true);
  outer++;
} while (outer < 4);
console.log(outer, inner);
const fns: (() => number)[] = [];
let k = 0;
do {
  let local = k * k;
  fns.push(() => local++);
} while (++k < 3);
console.log(
  fns.map((f) => f()),
  fns.map((f) => f()),
);
