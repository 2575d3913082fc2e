// channels queued in each other and in themselves are freed with the runtime
import { chan, spawn, type Chan } from "wo-fiber/std";
for (let i = 0; i < 10; i++) {
  const self = chan<unknown>(4);
  self.send(self);
  self.send({ nested: [self, { again: self.sender() }] });
  const left = chan<unknown>(1);
  const right = chan<unknown>(1);
  left.send(right);
  right.send(left);
}
function pass(given: Chan<unknown>): void {
  given.send([given]);
}
const shared = chan<unknown>(8);
for (let i = 0; i < 4; i++) spawn(pass, shared);
const received = shared.recv() as [Chan<unknown>];
received[0].send("through itself");
console.log(received.length);
// expect: 1
