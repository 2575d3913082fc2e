// [W16] recvFor: a value, the end, or its timeout, whichever comes first; none of them is lost
// expect: { value: 1, timeout: false }
// expect: { timeout: true }
// expect: { value: 2, timeout: false }
// expect: { timeout: true }
// expect: { value: undefined, timeout: false }
// expect: waited true
// expect: Error: gone
// expect: 200 of 200
import { chan, spawn, time, type Send } from "wo-fiber/std";

function later(ms: number, value: number, out: Send<number>): void {
  time.sleep(ms);
  out.send(value);
}
function crash(out: Send<number>): void {
  time.sleep(1);
  void out.closed;
  throw new Error("gone");
}

const values = chan<number>(1);
values.send(1);
console.log(values.recvFor(1000));
const start = time.monotonic();
console.log(values.recvFor(20));
const waited = time.monotonic() - start;
spawn(later, 5, 2, values.sender());
console.log(values.recvFor(60000));
console.log(values.recvFor(0));
values.close();
console.log(values.recvFor(5));
console.log("waited", waited >= 20);

const crashing = chan<number>();
spawn.result(crash, crashing.sender());
const end = crashing.receiver();
crashing.release();
try {
  end.recvFor(60000);
} catch (error) {
  console.log(String(error));
}

// Timeouts and sends that meet: what was sent is received.
const busy = chan<number>();
function sender(out: Send<number>): void {
  for (let i = 0; i < 200; i++) {
    time.sleep(0.1);
    out.send(i);
  }
}
spawn(sender, busy.sender());
let received = 0;
for (;;) {
  const got = busy.recvFor(0.1);
  if (!got.timeout && ++received === 200) break;
}
console.log(received, "of 200");
