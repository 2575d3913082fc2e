// [Z28] stack overflow is a catchable StackOverflowError of its fiber alone
import { spawn, chan, StackOverflowError, type Send } from "wo-fiber/std";
function forever(n: number): number { return 1 + forever(n + 1); }
function worker(out: Send<string>) {
  try {
    forever(0);
  } catch (e: any) {
    out.send(`${e instanceof StackOverflowError} ${e.code}`);
  }
}
const out = chan<string>(2);
spawn(worker, out.sender());
spawn((out: Send<string>) => { forever(0); out.send("no"); }, out.sender());
spawn((out: Send<string>) => out.send("sibling lives"), out.sender());
console.log(out.recv());
console.log(out.recv());
// expect: true ERR_WO_STACK_OVERFLOW
// expect: sibling lives
// expect stderr: StackOverflowError
