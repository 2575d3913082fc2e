// [W14] sleepers wake in the order of their deadlines, never early
// expect: 10
// expect: 20
// expect: 30
// expect: never early true
import { chan, spawn, time, type Send } from "wo-fiber/std";

function sleeper(ms: number, done: Send<number>): void {
  const start = time.monotonic();
  time.sleep(ms);
  if (time.monotonic() - start < ms) done.send(-1);
  done.send(ms);
}

const done = chan<number>();
for (const ms of [30, 10, 20]) spawn(sleeper, ms, done.sender());
const first = time.monotonic();
for (let i = 0; i < 3; i++) console.log(done.recv());
console.log("never early", time.monotonic() - first >= 29.9);
