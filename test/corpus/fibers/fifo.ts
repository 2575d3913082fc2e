// [W08] the run queue is FIFO: fibers start in the order they were spawned
import { spawn, chan, yieldNow, type Send } from "wo-fiber/std";
const out = chan<string>(16);
function say(name: string, out: Send<string>) {
  out.send(name + "1");
  yieldNow();
  out.send(name + "2");
}
for (const name of ["a", "b", "c"]) spawn(say, name, out.sender());
let all = "";
for (let i = 0; i < 6; i++) all += out.recv() + " ";
console.log(all);
// expect: a1 b1 c1 a2 b2 c2 
