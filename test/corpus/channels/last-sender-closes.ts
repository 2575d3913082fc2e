// [Z10] the last sender gone closes the channel, however it goes
import { spawn, chan, type Recv, type Send } from "wo-fiber/std";
type Way = "fall" | "return" | "break";
function producer(how: Way, out: Send<string>) {
  for (let i = 0; ; i++) {
    out.send(how + i);
    if (i === 1) {
      if (how === "return") return;
      if (how === "break") break;
    }
    if (how === "fall" && i === 1) return void 0;
  }
}
function source(how: Way): Recv<string> {
  const ch = chan<string>(1);
  spawn(producer, how, ch.sender());
  return ch.receiver();
}
for (const how of ["fall", "return", "break"] as Way[]) console.log([...source(how)].join());
// expect: fall0,fall1
// expect: return0,return1
// expect: break0,break1
