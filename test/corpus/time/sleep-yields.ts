// [X17] sleep(0) is a fair yield; a negative one too
// expect: a0 b0 a1 b1 a2 b2
// expect: TypeError time.sleep: the duration must be a number of milliseconds
// expect: TypeError time.sleep: the duration must be a number of milliseconds
import { chan, spawn, time, type Send } from "wo-fiber/std";

function turns(name: string, ms: number, out: Send<string>): void {
  for (let i = 0; i < 3; i++) {
    out.send(name + i);
    time.sleep(ms);
  }
}

const out = chan<string>(10);
spawn(turns, "a", 0, out.sender());
spawn(turns, "b", -5, out.sender());
const all: string[] = [];
for (let i = 0; i < 6; i++) all.push(out.recv() ?? "");
console.log(all.join(" "));
for (const wrong of [NaN, "5" as unknown as number]) {
  try {
    time.sleep(wrong);
  } catch (error) {
    console.log(String((error as Error).name), (error as Error).message);
  }
}
