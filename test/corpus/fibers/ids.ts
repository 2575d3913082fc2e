// [W09] main is fiber 0 and the spawned count from 1
import { spawn, chan, fiberId, type Send } from "wo-fiber/std";
const out = chan<number>(4);
const tell = (out: Send<number>) => out.send(fiberId());
spawn(tell, out.sender());
spawn(tell, out.sender());
console.log(fiberId(), out.recv(), out.recv());
// expect: 0 1 2
