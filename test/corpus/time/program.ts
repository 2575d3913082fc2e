// [W05] a program of one fiber waits by blocking its thread; a fraction of a millisecond is kept
// expect: slept true
// expect: fraction true
// expect: same result
import { time } from "wo-fiber/std";

const start = time.monotonic();
time.sleep(20);
console.log("slept", time.monotonic() - start >= 20);
const before = time.monotonic();
time.sleep(0.25);
console.log("fraction", time.monotonic() - before >= 0.25);
console.log("same", time.sleep(1) ?? "result");
