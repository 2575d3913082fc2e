// [W29] who waits for a signal, on another shard too, is not stuck; who has let go is
// flags: --shards 2
// expect: SIGUSR1
// expect: DeadlockError
import { chan, proc, spawn, time, type Recv, type Send } from "wo-fiber/std";

const signals = proc.signals("SIGUSR1");
const out = chan<string>();
function wait(signals: Recv<string>, out: Send<string>): void {
  out.send(signals.recv() ?? "");
}
for (let i = 0; i < 4; i++) {
  spawn(wait, signals, out.sender());
}
time.sleep(50);
proc.run("sh", ["-c", "kill -USR1 $PPID; sleep 0.05; kill -USR1 $PPID; sleep 0.05; kill -USR1 $PPID; sleep 0.05; kill -USR1 $PPID"]);
const names = [out.recv(), out.recv(), out.recv(), out.recv()];
console.log([...new Set(names)].join());
try {
  signals.release();
  out.recv();
} catch (error) {
  console.log((error as Error).name);
}
