// [Z26] a global deadlock raises DeadlockError on main, catchable, at every detection
import { spawn, chan, DeadlockError, type Recv } from "wo-fiber/std";
const a = chan<number>(), b = chan<number>();
spawn((x: Recv<number>) => { x.recv(); }, b.receiver());
for (let i = 0; i < 2; i++) {
  try { a.recv(); } catch (e: any) { console.log(e instanceof DeadlockError, e.code); }
}
console.log("goes on", a.trySend(1));
// expect: true ERR_WO_DEADLOCK
// expect: true ERR_WO_DEADLOCK
// expect: goes on false
