// [Z06] capacity must be an integer from 0 to 2^24
import { chan } from "wo-fiber/std";
for (const bad of [-1, 1.5, NaN, 2 ** 25, "4" as any]) {
  try { chan(bad); console.log("made"); } catch (e: any) { console.log(e.name); }
}
console.log(chan().capacity, chan(2 ** 24).capacity);
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: 0 16777216
