// the choice of select is not positional: no ready arm starves
import { chan, select } from "wo-fiber/std";
const a = chan<number>(1000), b = chan<number>(1000);
for (let i = 0; i < 1000; i++) { a.send(i); b.send(i); }
let fromA = 0, fromB = 0;
for (let i = 0; i < 400; i++) { if (select({ a, b }).key === "a") fromA++; else fromB++; }
console.log(fromA > 100, fromB > 100, fromA + fromB);
// expect: true true 400
