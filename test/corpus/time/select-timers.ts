// [Z18] timer arms do not keep a select.loop alive; function arms are evaluated each round
// expect: got 1
// expect: got 2
// expect: late
// expect: got 3
// expect: loop over
// expect: late alone
// expect: DeadlockError
import { chan, select, spawn, time, type Send } from "wo-fiber/std";

function producer(out: Send<number>): void {
  out.send(1);
  out.send(2);
  time.sleep(60);
  out.send(3);
}

const values = chan<number>();
spawn(producer, values.sender());
const stream = values.receiver();
values.release();
let late = 0;
for (const arm of select.loop({ value: stream, late: () => time.after(40), never: time.after(1e9) })) {
  if (arm.key === "value") console.log("got", arm.value);
  else if (late++ === 0) console.log("late");
}
console.log("loop over");
const alone = select({ late: time.after(5) });
console.log(alone.key, "alone");
const ended = time.after(0);
ended.recv();
try {
  select({ ended });
} catch (error) {
  console.log((error as Error).name);
}
