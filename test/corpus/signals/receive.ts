// [W29] signals park a fiber that receives them, each stream gets those it asked for, and a stream that
// was let go gives the signal back
// expect: SIGUSR1
// expect: SIGUSR1 SIGUSR2
// expect: nothing
// expect: later SIGUSR2
// expect: again SIGHUP
// expect: select SIGTERM
// expect: 138
import { chan, proc, type Send, select, spawn, time } from "wo-fiber/std";

const parent = "kill -$0 $PPID";
function raise(name: string): void {
  proc.run("sh", ["-c", parent, name]);
}

const first = proc.signals("SIGUSR1");
const both = proc.signals("SIGUSR1", "SIGUSR2");
spawn(raise, "USR1");
console.log(first.recv());
raise("USR2");
console.log(both.recv(), both.recv());
console.log(first.recvFor(20).timeout ? "nothing" : "something");
raise("USR2");
first.release();
for (let i = 0; i < 100; i++) {
  const late = both.tryRecv();
  if (late !== undefined) {
    console.log("later", late);
    break;
  }
  time.sleep(10);
}
both.release();

function report(to: Send<string>): void {
  for (const name of proc.signals("SIGHUP")) {
    to.send(name);
    break;
  }
}
const reports = chan<string>();
spawn(report, reports.sender());
time.sleep(20);
spawn(raise, "HUP");
console.log("again", reports.recv());

const term = proc.signals("SIGTERM", "SIGINT");
spawn(raise, "TERM");
const arm = select({ term, late: time.after(5000) });
console.log("select", arm.value);

// Nobody has SIGUSR1 any more: it ends a process again.
console.log(proc.run("sh", ["-c", "kill -USR1 $$"]).code);
