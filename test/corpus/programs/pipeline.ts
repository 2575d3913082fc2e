// [Z14] a pipeline of stages over channels
import { spawn, chan, type Recv, type Send } from "wo-fiber/std";
function stage(f: (n: number) => number, inbox: Recv<number>, out: Send<number>) {
  for (const v of inbox) out.send(f(v));
}
function numbers(n: number): Recv<number> {
  const ch = chan<number>();
  spawn((n: number, out: Send<number>) => { for (let i = 0; i < n; i++) out.send(i); }, n, ch.sender());
  return ch.receiver();
}
function through(inbox: Recv<number>, f: (n: number) => number): Recv<number> {
  const ch = chan<number>(2);
  spawn(stage, f, inbox, ch.sender());
  return ch.receiver();
}
const addOne = (n: number) => n + 1;
let flow = numbers(10);
for (let i = 0; i < 20; i++) flow = through(flow, addOne);
console.log([...flow].join());
// expect: 20,21,22,23,24,25,26,27,28,29
