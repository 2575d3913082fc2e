// [Z25] nothing queued is started once main has returned
import { spawn } from "wo-fiber/std";
spawn(() => console.log("must not run"));
console.log("done");
// expect: done
