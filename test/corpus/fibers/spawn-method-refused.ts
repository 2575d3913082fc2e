// [Z01] a bare obj.method is refused, with the arrow form as its hint
// refused: WO1402 7:7
import { spawn } from "wo-fiber/std";
class Counter { n = 1; run() { return this.n; } }
const counter = new Counter();
spawn(() => counter.run());
spawn(counter.run);
