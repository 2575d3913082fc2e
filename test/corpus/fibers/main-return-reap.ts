// [W11, Z25] when main returns every other fiber, parked or runnable, is unwound through its finally blocks
// flags: --reductions 4000
import { spawn, chan, yieldNow, defer, type Recv } from "wo-fiber/std";
function parked(never: Recv<number>) {
  try {
    never.recv();
    console.log("never");
  } finally {
    console.log("parked fiber unwound");
  }
}
function spinning() {
  defer(() => console.log("spinning fiber unwound"));
  for (;;) yieldNow();
}
const never = chan<number>();
spawn(parked, never.receiver());
spawn(spinning);
yieldNow();
yieldNow();
console.log("main ends");
// expect: main ends
// expect: spinning fiber unwound
// expect: parked fiber unwound
