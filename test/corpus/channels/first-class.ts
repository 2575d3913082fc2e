// [Z06] channels travel in fields, in arrays and over other channels
import { spawn, chan, type Chan, type Recv, type Send } from "wo-fiber/std";
const requests = chan<{ n: number; reply: Send<number> }>(4);
spawn((inbox: Recv<{ n: number; reply: Send<number> }>) => {
  for (const { n, reply } of inbox) reply.send(n * n);
}, requests.receiver());
const reply = chan<number>(1);
for (const n of [3, 4]) {
  requests.send({ n, reply: reply.sender() });
  console.log(reply.recv());
}
const chans = [chan<string>(1), chan<string>(1)];
spawn((list: Chan<string>[]) => { list[1]!.send("second"); list[0]!.send("first"); }, chans);
console.log(chans[0]!.recv(), chans[1]!.recv());
// expect: 9
// expect: 16
// expect: first second
