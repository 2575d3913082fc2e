// [Z13] release drops one's own hold, is idempotent, and use after it is a StateError
import { chan, StateError } from "wo-fiber/std";
const ch = chan<number>(2);
const s = ch.sender();
s.send(1);
s.release();
s.release();
try { s.send(2); } catch (e: any) { console.log(e instanceof StateError, e.code); }
console.log(ch.recv(), ch.closed);
{ using other = ch.sender(); other.send(7); }
console.log(ch.recv());
// expect: true ERR_WO_STATE
// expect: 1 false
// expect: 7
