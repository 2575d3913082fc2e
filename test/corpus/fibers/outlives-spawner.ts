// [Z04] a spawned fiber may outlive its spawner
import { spawn, chan, yieldNow, type Send } from "wo-fiber/std";
function child(out: Send<string>) {
  for (let i = 0; i < 5; i++) yieldNow();
  out.send("child still here");
}
function parent(out: Send<string>) {
  spawn(child, out);
}
const out = chan<string>();
spawn(parent, out.sender());
console.log(out.recv());
// expect: child still here
