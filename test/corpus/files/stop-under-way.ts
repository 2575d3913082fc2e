// [W11] [W20] main returns while thousands of file calls are under way
// expect: all have begun
// expect: one cleanup wrote
import { chan, fs, spawn, time, defer, type Send } from "wo-fiber/std";

const begun = chan<number>();
function reader(begun: Send<number>): void {
  begun.send(1);
  for (;;) fs.readText("/proc/self/status");
}
for (let i = 0; i < 3000; i++) spawn(reader, begun.sender());
for (let i = 0; i < 3000; i++) begun.recv();
console.log("all have begun");
spawn(() => {
  defer(() => {
    fs.stat("/");
    console.log("one cleanup wrote");
  });
  for (;;) fs.list("/");
});
time.sleep(20);
