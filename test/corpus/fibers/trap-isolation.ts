// [W10, Z23] an uncaught error ends its fiber alone, after its finally and defers ran, and is reported once
import { spawn, chan, defer, type Send } from "wo-fiber/std";
function fails(log: Send<string>) {
  defer(() => { log.trySend("defer"); });
  try {
    throw new RangeError("too far");
  } finally {
    log.send("finally");
  }
}
function lives(log: Send<string>) {
  log.send("alive");
}
const log = chan<string>(8);
spawn(fails, log.sender());
spawn(lives, log.sender());
console.log(log.recv(), log.recv(), log.recv());
// expect: finally defer alive
// expect stderr: Uncaught error in fiber 1
// expect stderr: RangeError: too far
// expect stderr: trap-isolation.ts:
