// [Z19] time.after answers the time it fired once, then ends; a negative one fires at once
// expect: number true
// expect: undefined true
// expect: at once number
// expect: close: a receive-only end cannot end the stream; release() drops it
import { time } from "wo-fiber/std";

const start = time.monotonic();
const once = time.after(5);
const at = once.recv();
console.log(typeof at, at !== undefined && at >= start + 5 && at <= time.monotonic());
console.log(once.recv(), once.ended);
console.log("at once", typeof time.after(-1).recv());
try {
  (time.after(1) as unknown as { close(): void }).close();
} catch (error) {
  console.log((error as Error).message);
}
