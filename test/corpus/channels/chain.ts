// [Z13] a chain of channels, each holding the last end of the one before, is let go without recursion
import { chan } from "wo-fiber/std";
let last = chan<unknown>(1);
for (let i = 0; i < 100000; i++) {
  const next = chan<unknown>(1);
  next.send(last);
  last = next;
}
console.log("built");
// expect: built
