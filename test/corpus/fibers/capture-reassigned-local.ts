// [Z03] the same inside a function
// refused: WO1300 7:27
import { spawn, chan } from "wo-fiber/std";
export function main() {
  const out = chan<number>(1);
  let n = 0;
  spawn(() => { out.send(n); });
  n++;
}
