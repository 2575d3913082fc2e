// [Z29] deeply frozen module state is one value for all isolates; what is frozen only outside is copied
import { spawn, chan, type Send } from "wo-fiber/std";
import { again, keyed, shallow, table } from "../modules-lib/frozen.ts";
const out = chan<any>(8);
function worker(out: Send<any>) {
  out.send([table, again, keyed, shallow]);
  shallow.inside.n++;
  out.send(`${table.list[0] === again} ${table.inner.deep.join()} ${keyed["c d"]} ${shallow.inside.n}`);
  try { table.inner.deep.push(4); } catch (e: any) { out.send(e.message); }
  try { keyed.x = 1; } catch (e: any) { out.send(e.message); }
}
spawn(worker, out.sender());
const [t, a, k, s] = out.recv();
console.log(t === table, a === again, k === keyed, s === shallow);
console.log(out.recv(), shallow.inside.n);
console.log(out.recv());
console.log(out.recv());
// expect: true true true false
// expect: true 1,2,three 1 2 1
// expect: Cannot add property 3, object is not extensible
// expect: Cannot add property x, object is not extensible
