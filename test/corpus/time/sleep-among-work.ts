// [Z24] a sleeper among spinners wakes: the plane is looked at while there is work
// expect: woken
import { chan, spawn, time, type Send } from "wo-fiber/std";

function spin(): void {
  for (;;) {}
}
function sleeper(done: Send<string>): void {
  time.sleep(5);
  done.send("woken");
}

const done = chan<string>();
spawn(spin);
spawn(spin);
spawn(sleeper, done.sender());
console.log(done.recv());
