// [W03] callbacks are preempted like any code: with budget 1 everything still comes out right
// env: WO_REDUCTIONS=1
import { spawn, chan, type Send } from "wo-fiber/std";
function work(out: Send<string>) {
  const list = [5, 3, 9, 1].map((x) => x * 2).sort((a, b) => a - b);
  const m = new Map(list.map((x) => [String(x), { v: x }] as const));
  out.send([...m.values()].reduce((s, o) => s + o.v, 0) + ":" + list.join());
}
const out = chan<string>(3);
for (let i = 0; i < 3; i++) spawn(work, out.sender());
console.log(out.recv(), out.recv(), out.recv());
// expect: 36:2,6,10,18 36:2,6,10,18 36:2,6,10,18
