// [Z28] memory exhaustion ends with an OutOfMemoryError of its fiber alone
import { spawn, chan, OutOfMemoryError, type Send } from "wo-fiber/std";
function hog(out: Send<string>) {
  const keep: number[][] = [];
  try {
    for (;;) keep.push(new Array(1000).fill(keep.length));
  } catch (e: any) {
    keep.length = 0;
    out.send(`${e instanceof OutOfMemoryError} ${e.code}`);
  }
}
const out = chan<string>(1);
spawn(hog, out.sender());
console.log(out.recv());
console.log([1, 2, 3].map((x) => x * 2));
// flags: --quota 1000000
// expect: true ERR_WO_OUT_OF_MEMORY
// expect: [ 2, 4, 6 ]
