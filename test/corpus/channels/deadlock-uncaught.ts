// [Z26] an uncaught deadlock ends the program with its error
import { chan } from "wo-fiber/std";
const a = chan<number>();
console.log("waiting");
a.recv();
// expect: waiting
// expect error: DeadlockError
