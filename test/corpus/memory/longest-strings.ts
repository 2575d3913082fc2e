// [Z28] joining strings to more than the quota is an OutOfMemoryError wherever it happens
// flags: --quota 2000000
function times(text: string, count: number): string {
  if (count < 2) return count === 1 ? text : "";
  const half = times(text, count >> 1);
  return half + half + times(text, count & 1);
}
const longest = times("0123456789abcdefghijklmnopqrstuvwxyz1\u0100", 26315);
function attempt(what: () => unknown): void {
  try {
    console.log(typeof what());
  } catch (error) {
    console.log((error as Error).name, (error as Error).message);
  }
}
attempt(() => longest + longest);
attempt(() => `a${longest}b${longest}`);
attempt(() => Symbol(longest).toString() + longest);
attempt(() => Object.prototype.toString.call({ [Symbol.toStringTag]: longest + "1234567890123456789012345" }));
attempt(() => Error.prototype.toString.call({ name: longest, message: longest }));
attempt(() => Error.captureStackTrace({ name: longest, message: longest }));
const error = new Error("short");
error.name = longest;
attempt(() => error.stack);
// expect: OutOfMemoryError the string would exceed the memory quota of 2000000
// expect: OutOfMemoryError the string would exceed the memory quota of 2000000
// expect: OutOfMemoryError the string would exceed the memory quota of 2000000
// expect: OutOfMemoryError the string would exceed the memory quota of 2000000
// expect: OutOfMemoryError the string would exceed the memory quota of 2000000
// expect: OutOfMemoryError the string would exceed the memory quota of 2000000
// expect: string
