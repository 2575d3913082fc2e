import { chan, spawn, type Recv, type Send } from "wo-fiber/std";

function measure(lines: Recv<string>, out: Send<number>): void {
  for (const line of lines) out.send(line.length); // blocks this fiber, never the thread
}

function lengths(all: string[], workers: number): Recv<number> {
  const lines = chan<string>();
  const out = chan<number>(16);
  for (let i = 0; i < workers; i++) spawn(measure, lines.receiver(), out.sender());
  spawn((to: Send<string>) => {
    for (const line of all) to.send(line);
  }, lines.sender());
  return out.receiver(); // the other ends are released here: the stream ends with the last worker
}

let sum = 0;
for (const n of lengths(["one", "three", "eleven"], 4)) sum += n;
console.log(`${sum} characters`);
