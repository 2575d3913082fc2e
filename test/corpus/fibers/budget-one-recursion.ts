// [W06] a recursion is a loop without a back-edge: function entry counts too
// env: WO_REDUCTIONS=1
import { spawn, chan, type Send } from "wo-fiber/std";
function down(n: number, id: number, out: Send<number>): void {
  out.trySend(id);
  if (n > 1) down(n - 1, id, out);
}
const out = chan<number>(64);
spawn(down, 3, 1, out.sender());
spawn(down, 3, 2, out.sender());
const seen: number[] = [];
while (seen.length < 6) seen.push(out.recv() ?? -1);
console.log(seen.join(","));
// expect: 1,2,1,2,1,2
