// [Z29] module state is per isolate: a private copy made at first access, starting from the state after load
import { spawn, chan, type Send } from "wo-fiber/std";
import { bump, list, counter, table } from "../modules-lib/state.ts";
const out = chan<string>(4);
bump();
list.push("main");
spawn((out: Send<string>) => {
  const before = `${counter} ${list.join()} ${table.get("k")}`;
  bump();
  list.push("child");
  out.send(`${before} -> ${counter} ${list.join()}`);
}, out.sender());
console.log(out.recv());
console.log(counter, list.join());
// expect: 0 init v -> 1 init,child
// expect: 1 init,main
