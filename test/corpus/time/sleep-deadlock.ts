// [Z26] a pending sleep stands the search for deadlocks down, until it is over
// expect: slept
// expect: DeadlockError true
import { chan, never, spawn, time, type Send } from "wo-fiber/std";

function sleeper(): void {
  time.sleep(30);
  console.log("slept");
}

function holder(out: Send<number>): void {
  never();
  out.send(1);
}

const start = time.monotonic();
spawn(sleeper);
const quiet = chan<number>();
spawn(holder, quiet.sender());
try {
  quiet.recv();
} catch (error) {
  console.log((error as Error).name, time.monotonic() - start >= 30);
}
