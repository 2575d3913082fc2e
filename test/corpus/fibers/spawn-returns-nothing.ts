// [Z01] spawn is fire-and-forget: it answers undefined
import { spawn } from "wo-fiber/std";
const answer: unknown = spawn(() => 5);
console.log(answer);
// expect: undefined
