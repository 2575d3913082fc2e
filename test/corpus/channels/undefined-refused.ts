// [Z09] undefined cannot be sent: it is the end
import { chan } from "wo-fiber/std";
const ch = chan<any>(2);
try { ch.send(undefined); console.log("sent"); } catch (e: any) { console.log(e.name, ch.length); }
ch.send(null);
ch.send(0);
console.log(ch.recv(), ch.recv());
// expect: NotSendableError 0
// expect: null 0
