// [W11] main's return unwinds sleepers, and nothing of them goes on
// expect: main ends
// expect: finally
// expect: finally
// expect: finally
import { chan, spawn, time, yieldNow } from "wo-fiber/std";

function sleeper(how: number): void {
  const kept = chan<number>();
  try {
    if (how === 0) time.sleep(1e9);
    else if (how === 1) time.after(1e9).recv();
    else kept.recvFor(1e9);
    console.log("went on");
  } finally {
    console.log("finally");
  }
}

for (let i = 0; i < 3; i++) spawn(sleeper, i);
yieldNow();
yieldNow();
console.log("main ends");
