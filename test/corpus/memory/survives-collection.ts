// [W21] values held only by parked fibers, captures, channels and module state survive collections
import { spawn, chan, type Recv, type Send } from "wo-fiber/std";
function keeper(go: Recv<number>, out: Send<string>) {
  const mine = { text: ["a", "b", "c"].join(""), list: [1, [2, { three: 3 }]] as any[] };
  go.recv();
  let churn = 0;
  for (let i = 0; i < 20000; i++) churn += [i, { i }].length;
  out.send(mine.text + mine.list[1][1].three + churn);
}
const go = chan<number>(), out = chan<string>(8), queued = chan<any>(8);
for (let i = 0; i < 3; i++) spawn(keeper, go.receiver(), out.sender());
for (let i = 0; i < 5; i++) queued.send({ n: i, s: "q" + i });
let garbage: any = null;
for (let i = 0; i < 20000; i++) garbage = { garbage, i, a: [i] }.i;
for (let i = 0; i < 3; i++) go.send(1);
for (let i = 0; i < 3; i++) console.log(out.recv());
let all = "";
for (let i = 0; i < 5; i++) { const q = queued.recv(); all += q.s + q.n; }
console.log(all);
// expect: abc340000
// expect: abc340000
// expect: abc340000
// expect: q00q11q22q33q44
