// [Z13] an end nobody names any more is given up while its shard waits for timers
import { chan, spawn, time, select, type Recv, type Send } from "wo-fiber/std";
function stream(): Recv<number> {
  const ch = chan<number>();
  const held: any = { end: ch.sender() };
  held.self = held; // escapes: nothing but a collection releases it
  spawn((out: Send<number>) => out.send(1), held.end);
  const r = ch.receiver();
  ch.release();
  return r;
}
// Over the registers that `stream` had.
function wipe(...rest: number[]): number { return rest.length; }
function count(how: string, from: Recv<number>): number {
  let n = 0;
  if (how === "asleep") for (const _ of from) n++;
  else if (how === "recvFor") {
    for (;;) {
      const got = from.recvFor(3);
      if (got.timeout) continue;
      if (got.value === undefined) break;
      n++;
    }
  } else if (how === "ticker") {
    using tick = time.ticker(3);
    for (const { key } of select.loop({ from, tick })) if (key === "from") n++;
  } else for (const { key } of select.loop({ from, late: () => time.after(3) })) if (key === "from") n++;
  return n;
}
spawn(() => time.sleep(1e9));
for (const how of ["asleep", "recvFor", "ticker", "after"]) {
  const r = stream();
  wipe(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
  const result = spawn.result(count, how, r);
  r.release();
  console.log(how, result.recv());
}
// expect: asleep 1
// expect: recvFor 1
// expect: ticker 1
// expect: after 1
