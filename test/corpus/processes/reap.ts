// [W11] [W29] main returns while children run: they are killed and reaped, whatever they have started
// expect: all run
import { chan, proc, spawn, time, type Send } from "wo-fiber/std";

const begun = chan<number>();
function run(begun: Send<number>): void {
  begun.send(1);
  proc.run("sh", ["-c", "sleep 1000 & sleep 1000"]);
}
for (let i = 0; i < 20; i++) spawn(run, begun.sender());
for (let i = 0; i < 20; i++) begun.recv();
time.sleep(30);
console.log("all run");
