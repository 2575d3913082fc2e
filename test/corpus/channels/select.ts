// select takes one ready arm, receive or send, and blocks while none is ready
import { spawn, chan, select, type Send } from "wo-fiber/std";
const a = chan<string>(), b = chan<number>(1), out = chan<string>(1);
spawn((s: Send<string>) => s.send("from a"), a.sender());
const first = select({ a, b });
console.log(first.key, first.value);
b.send(5);
const second = select({ a, b });
console.log(second.key, second.value);
const third = select({ a, put: select.send(out, "sent") });
console.log(third.key, out.recv());
console.log(select.now({ a, b }));
// expect: a from a
// expect: b 5
// expect: put sent
// expect: undefined
