// [Z08, Z10] the last sender's crash closes the channel with its error: message, kind and cause
import { spawn, chan, type Send } from "wo-fiber/std";
function producer(out: Send<number>) {
  out.send(1);
  throw new RangeError("disk went away", { cause: "smoke" });
}
const ch = chan<number>(4);
spawn(producer, ch.sender());
const only = ch.receiver();
ch.release();
console.log(only.recv());
for (let i = 0; i < 2; i++) {
  try { only.recv(); console.log("no"); } catch (e: any) { console.log(e instanceof RangeError, e.message, e.cause); }
}
try { for (const v of only) console.log(v); } catch (e: any) { console.log("loop:", e.message); }
// expect: 1
// expect: true disk went away smoke
// expect: true disk went away smoke
// expect: loop: disk went away
// expect stderr: RangeError: disk went away
