// [Z19] a ticker keeps its pace; who is slow misses ticks and never finds them queued
// expect: rising true
// expect: pace true
// expect: missed true
// expect: RangeError
import { time } from "wo-fiber/std";

{
  const start = time.monotonic();
  const tick = time.ticker(2);
  const times: number[] = [];
  for (let i = 0; i < 5; i++) times.push(tick.recv() ?? 0);
  console.log(
    "rising",
    times.every((t, i) => i === 0 || t > (times[i - 1] ?? 0)),
  );
  console.log("pace", time.monotonic() - start >= 10);
  time.sleep(30); // fifteen ticks long
  tick.recv(); // the one that was kept
  const before = time.monotonic();
  const next = tick.recv() ?? 0;
  console.log("missed", next >= before);
}
try {
  time.ticker(0);
} catch (error) {
  console.log((error as Error).name);
}
