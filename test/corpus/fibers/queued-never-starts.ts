// [Z25] nothing queued is started once main has returned
// flags: --reductions 4000
import { spawn } from "wo-fiber/std";
spawn(() => console.log("must not run"));
console.log("done");
// expect: done
