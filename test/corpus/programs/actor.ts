// one fiber owns the state; requests carry their reply channel
import { spawn, chan, type Recv, type Send } from "wo-fiber/std";
type Command = { op: "add"; n: number } | { op: "get"; reply: Send<number> };
function counter(inbox: Recv<Command>) {
  let n = 0;
  for (const command of inbox) {
    if (command.op === "add") n += command.n;
    else command.reply.send(n);
  }
}
const inbox = chan<Command>(8);
spawn(counter, inbox.receiver());
for (let i = 1; i <= 10; i++) inbox.send({ op: "add", n: i });
const reply = chan<number>(1);
inbox.send({ op: "get", reply: reply.sender() });
console.log(reply.recv());
// expect: 55
