// for loops: per-iteration bindings, closures in every part of the head
const fns: (() => number)[] = [];
for (let i = 0; i < 3; i++) fns.push(() => i);
console.log(fns.map((f) => f()));
const varFns: (() => number)[] = [];
for (var v = 0; v < 3; v++) varFns.push(() => v);
console.log(
  varFns.map((f) => f()),
  v,
);
const heads: (() => string)[] = [];
for (let i = 0, read = () => i; i < 3; i++) heads.push(() => `${i}/${read()}`);
console.log(heads.map((f) => f()));
const initial: (() => number)[] = [];
for (let i = 0, next = () => ++i, read = () => i; i < 3; i++) {
  next();
  initial.push(() => i, read);
  if (initial.length > 8) break;
}
console.log(initial.map((f) => f()));
const steps: (() => number)[] = [];
for (let i = 0; i < 3; steps.push(() => i), i++);
console.log(steps.map((f) => f()));
const writers: [() => void, () => number][] = [];
for (let i = 0; i < 3; i++) writers.push([() => (i += 10), () => i]);
for (const [write] of writers) write();
console.log(writers.map(([, read]) => read()));
for (let i = 0; i < 10; i++) {
  const bump = () => (i += 2);
  if (i % 2 === 0) bump();
  console.log("i", i);
}
for (const key of ["a", "b"]) fns.push(() => key.length + fns.length);
console.log(fns[3](), fns[4]());
let count = 0;
for (;;) {
  if (++count > 4) break;
}
for (let i = 5, j = 0; i > j; i--, j++) count += i * j;
console.log(count);
for (let i = 0, n = 3; i < n; i++) {
  let i = "shadow";
  count += i.length;
}
console.log(count);
