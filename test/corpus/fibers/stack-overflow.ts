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
const caught = chan<string>(1), sibling = chan<string>(2);
spawn(worker, caught.sender());
spawn((out: Send<string>) => { forever(0); out.send("no"); }, sibling.sender());
spawn((out: Send<string>) => out.send("sibling lives"), sibling.sender());
console.log(caught.recv());
console.log(sibling.recv(), sibling.tryRecv());
// expect: true ERR_WO_STACK_OVERFLOW
// expect: sibling lives undefined
// expect stderr: StackOverflowError
