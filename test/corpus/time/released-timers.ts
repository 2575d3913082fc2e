// [Z19] a released timer is gone: it stands no deadlock down and keeps nothing
// expect: DeadlockError
// expect: many timers
import { chan, never, spawn, time, type Recv } from "wo-fiber/std";

for (let i = 0; i < 10; i++) {
  using tick = time.ticker(1e6);
  time.after(1e9);
  void tick.ended;
}
try {
  never();
} catch (error) {
  console.log((error as Error).name);
}
// Ends that cross to another isolate and are dropped there.
function holder(end: Recv<number>, done: Recv<number>): void {
  done.recv();
  void end.ended;
}
const done = chan<number>();
for (let i = 0; i < 20; i++) spawn(holder, time.after(1e9), done.receiver());
for (let i = 0; i < 20; i++) done.send(i);
for (let i = 0; i < 2e4; i++) time.after(1e9);
console.log("many timers");
