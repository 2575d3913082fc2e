// [W22] a fiber that dies releases what it holds: the peers see the end, not a hang
import { spawn, chan, type Recv, type Send } from "wo-fiber/std";
function relay(inbox: Recv<number>, out: Send<number>) {
  for (const v of inbox) {
    if (v === 2) throw new Error("relay broke");
    out.send(v);
  }
}
function build(): { head: Send<number>; tail: Recv<number> } {
  const a = chan<number>(4), b = chan<number>(4);
  spawn(relay, a.receiver(), b.sender());
  return { head: a.sender(), tail: b.receiver() };
}
const { head, tail } = build();
for (const v of [0, 1, 2]) head.send(v);
console.log(tail.recv(), tail.recv());
try { tail.recv(); } catch (e: any) { console.log(e.message); }
// expect: 0 1
// expect: relay broke
// expect stderr: relay broke
