// [Z06] capacity 0 is a rendezvous: a send completes only when a receiver takes the value
import { spawn, chan, type Send } from "wo-fiber/std";
const log = chan<string>(16);
const ch = chan<number>();
spawn((out: Send<number>, log: Send<string>) => {
  log.send("sending");
  out.send(1);
  log.send("sent");
}, ch.sender(), log.sender());
console.log(log.recv(), log.tryRecv());
console.log(ch.recv(), log.recv());
// expect: sending undefined
// expect: 1 sent
