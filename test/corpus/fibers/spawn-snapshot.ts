// [Z02] arguments and captures are a snapshot taken where the spawn is written
import { spawn, chan, type Send } from "wo-fiber/std";
const out = chan<string>(4);
const box = { list: [1, 2], name: "before" };
const captured = { deep: { v: 1 } };
spawn((b: typeof box, out: Send<string>) => {
  b.list.push(99);
  out.send(`${b.name} ${b.list} ${captured.deep.v}`);
}, box, out.sender());
box.name = "after";
box.list.push(3);
captured.deep.v = 2;
console.log(out.recv());
console.log(box.name, box.list.join(), captured.deep.v);
// expect: before 1,2,99 1
// expect: after 1,2,3 2
