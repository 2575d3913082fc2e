// [Z13] scope exit releases a fresh hold that does not escape, on every path
import { spawn, chan, type Recv, type Send } from "wo-fiber/std";
function viaBlock(): Recv<number> {
  const ch = chan<number>(4);
  const r = ch.receiver();
  { const s = ch.sender(); s.send(1); }
  return r;
}
console.log([...viaBlock()]);
function viaThrow(): Recv<number> {
  const ch = chan<number>(4);
  const r = ch.receiver();
  try { const s = ch.sender(); s.send(2); throw new Error("x"); } catch { /* the hold went with the scope */ }
  return r;
}
console.log([...viaThrow()]);
function viaLoop(): Recv<number> {
  const ch = chan<number>(8);
  const r = ch.receiver();
  for (let i = 0; i < 4; i++) { const s = ch.sender(); if (i === 1) continue; if (i === 3) break; s.send(i); }
  return r;
}
console.log([...viaLoop()]);
// expect: [ 1 ]
// expect: [ 2 ]
// expect: [ 0, 2 ]
