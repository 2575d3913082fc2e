// [Z29] class statics are per isolate too
import { spawn, chan, type Send } from "wo-fiber/std";
import { Registry } from "../modules-lib/registry.ts";
const out = chan<string>(1);
Registry.add("main");
spawn((out: Send<string>) => {
  Registry.add("child");
  out.send(Registry.names.join() + " " + Registry.count);
}, out.sender());
console.log(out.recv());
console.log(Registry.names.join(), Registry.count);
// expect: base,child 1
// expect: base,main 1
