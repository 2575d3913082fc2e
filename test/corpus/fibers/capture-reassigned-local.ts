// [Z03] the same inside a function
// refused: WO1401 7:26
import { spawn, chan } from "wo-fiber/std";
export function main() {
  const out = chan<number>(1);
  let n = 0;
  spawn(() => { out.send(n); });
  n++;
}
