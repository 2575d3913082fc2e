// [Z02] top-level functions and classes keep their identity; instances cross with class and private fields
import { spawn, chan, type Send } from "wo-fiber/std";
class Money {
  #cents: number;
  constructor(cents: number) { this.#cents = cents; }
  get cents() { return this.#cents; }
  plus(o: Money) { return new Money(this.#cents + o.#cents); }
}
function helper(x: number) { return x * 2; }
function worker(m: Money, f: (x: number) => number, out: Send<any>) {
  out.send([m instanceof Money, m.plus(new Money(5)).cents, f === helper, f(4)]);
  out.send(m.plus(m));
}
const out = chan<any>(2);
spawn(worker, new Money(10), helper, out.sender());
console.log(out.recv());
const back = out.recv();
console.log(back instanceof Money, back.cents);
// expect: [ true, 15, true, 8 ]
// expect: true 20
