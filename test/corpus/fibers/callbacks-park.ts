// [W03] a callback of map, sort, a getter or an iterator may park at any depth
import { spawn, chan, yieldNow, type Send } from "wo-fiber/std";
const ch = chan<number>();
spawn((out: Send<number>) => { for (let i = 1; i <= 40; i++) out.send(i); }, ch.sender());
const next = () => { yieldNow(); return ch.recv()!; };
console.log([0, 0, 0].map(() => next()));
console.log([3, 1, 2].sort((a, b) => { next(); return a - b; }));
const o = { get parked() { return next() > 0; }, toString() { return "str" + (next() > 0); }, [Symbol.iterator]() { let n = 0; return { next: () => ({ done: n++ > 1, value: next() > 0 }) }; } };
console.log(o.parked, `${o}`, [...o]);
console.log([1, 2].flatMap((x) => [x].filter(() => [next()].every((v) => v > 0))));
console.log(JSON.stringify({ a: { toJSON() { return next() > 0; } } }), "a-b".replace("-", () => String(next() > 0)));
// expect: [ 1, 2, 3 ]
// expect: [ 1, 2, 3 ]
// expect: true strtrue [ true, true ]
// expect: [ 1, 2 ]
// expect: {"a":true} atrueb
