// [Z07] a send on a closed channel raises SendOnClosedError, also for a sender already parked
import { spawn, chan, yieldNow, SendOnClosedError, type Send } from "wo-fiber/std";
const ch = chan<number>();
const log = chan<string>(4);
spawn((out: Send<number>, log: Send<string>) => {
  try { out.send(1); } catch (e: any) { log.send("parked sender: " + e.name); }
}, ch.sender(), log.sender());
yieldNow();
ch.close();
console.log(log.recv());
try { ch.send(2); } catch (e: any) { console.log(e instanceof SendOnClosedError, e.code); }
try { ch.trySend(2); } catch (e: any) { console.log(e.name); }
console.log(ch.closed);
// expect: parked sender: SendOnClosedError
// expect: true ERR_WO_SEND_ON_CLOSED
// expect: SendOnClosedError
// expect: true
