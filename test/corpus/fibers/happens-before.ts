// [Z05] the payload of a send is fully built when the receive completes
import { spawn, chan, type Send } from "wo-fiber/std";
function producer(out: Send<number[]>) {
  for (let i = 0; i < 100; i++) {
    const list: number[] = [];
    for (let k = 0; k <= i; k++) list.push(k);
    out.send(list);
    list.length = 0;
  }
}
const ch = chan<number[]>();
spawn(producer, ch.sender());
let ok = true;
for (let i = 0; i < 100; i++) {
  const list = ch.recv()!;
  if (list.length !== i + 1 || list[i] !== i) ok = false;
}
console.log(ok);
// expect: true
