// [Z08] the crash of any sender is kept and raised once the channel has drained and its last sender is gone
import { spawn, chan, yieldNow, type Recv, type Send } from "wo-fiber/std";
function source(): Recv<number> {
  const ch = chan<number>(8);
  spawn((out: Send<number>) => { out.send(1); throw new TypeError("first"); }, ch.sender());
  spawn((out: Send<number>) => { yieldNow(); yieldNow(); out.send(2); }, ch.sender());
  return ch.receiver();
}
const got: number[] = [];
try { for (const v of source()) got.push(v); } catch (e: any) { console.log(got, e.name, e.message); }
// expect: [ 1, 2 ] TypeError first
// expect stderr: TypeError: first
