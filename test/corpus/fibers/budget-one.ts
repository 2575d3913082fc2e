// [W06, W07] three budget-1 fibers interleave exactly 1,2,3,1,2,3
// env: WO_REDUCTIONS=1
import { spawn, chan, type Send } from "wo-fiber/std";
function turn(id: number, out: Send<number>) {
  for (let i = 0; i < 3; i++) out.trySend(id);
}
const out = chan<number>(64);
spawn(turn, 1, out.sender());
spawn(turn, 2, out.sender());
spawn(turn, 3, out.sender());
const seen: number[] = [];
while (seen.length < 9) seen.push(out.recv() ?? -1);
console.log(seen.join(","));
// expect: 1,2,3,1,2,3,1,2,3
