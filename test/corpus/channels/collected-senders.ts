// [Z13] the last send end goes in the collection of the very fiber that waits for it: its wait ends
import { chan, spawn, type Recv } from "wo-fiber/std";
function lost(): Recv<number> {
  const ch = chan<number>();
  const ours: any = { end: ch.sender() };
  ours.self = ours; // escapes: nothing but a collection releases it
  spawn((theirs: any) => theirs, { end: ch.sender() });
  const r = ch.receiver();
  ch.release();
  return r;
}
// Over the registers that `lost` had.
function wipe(...rest: number[]): number { return rest.length; }
const r = lost();
wipe(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
for (const v of r) console.log("got", v);
console.log("ended");
// expect: ended
