// [W02] a hundred thousand fibers come and go
import { spawn, chan, type Send } from "wo-fiber/std";
const out = chan<number>(1000);
let sum = 0;
for (let batch = 0; batch < 100; batch++) {
  for (let i = 0; i < 1000; i++) spawn((n: number, out: Send<number>) => out.send(n), i, out.sender());
  for (let i = 0; i < 1000; i++) sum += out.recv()!;
}
console.log(sum);
// expect: 49950000
