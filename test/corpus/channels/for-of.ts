// [Z14] for-of drains to the end; leaving early releases nothing
import { spawn, chan, type Send } from "wo-fiber/std";
const ch = chan<number>();
spawn((out: Send<number>) => { for (let i = 0; i < 6; i++) out.send(i); }, ch.sender());
const r = ch.receiver();
ch.release();
for (const v of r) { if (v === 2) break; console.log(v); }
const rest: number[] = [];
for (const v of r) rest.push(v);
console.log(rest, r.ended);
// expect: 0
// expect: 1
// expect: [ 3, 4, 5 ] true
