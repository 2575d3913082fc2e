// [Z03] capturing a reassigned variable is refused, by name and place
// refused: WO1401 6:13
import { spawn } from "wo-fiber/std";
let total = 0;
total += 1;
spawn(() => total + 1);
