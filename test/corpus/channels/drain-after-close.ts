// [Z08] buffered values drain after a close, then the end is undefined, every time after
import { chan } from "wo-fiber/std";
const ch = chan<number>(4);
ch.send(1);
ch.send(2);
ch.close();
ch.close();
console.log(ch.recv(), ch.ended, ch.recv(), ch.recv(), ch.recv(), ch.ended);
// expect: 1 false 2 undefined undefined true
