// [W10] an uncaught error in main ends the program with its stack
function inner(): never {
  throw new TypeError("no way");
}
function outer() {
  inner();
}
console.log("before");
outer();
console.log("after");
// expect: before
// expect error: Uncaught TypeError: no way
// expect stderr: at inner
// expect stderr: at outer
// expect stderr: main-error.ts:3:
