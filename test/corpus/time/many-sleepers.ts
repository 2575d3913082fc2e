// [W14] 20 000 sleepers are one kernel timer; the last one wakes in time
// expect: all woke true
import { chan, spawn, time, type Send } from "wo-fiber/std";

function sleeper(ms: number, done: Send<number>): void {
  time.sleep(ms);
  done.send(1);
}

const n = 2e4;
const done = chan<number>(n);
for (let i = 0; i < n; i++) spawn(sleeper, 1 + (i % 50), done.sender());
let sum = 0;
for (let i = 0; i < n; i++) sum += done.recv() ?? 0;
console.log("all woke", sum === n);
