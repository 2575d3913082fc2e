// [W29] what is no signal is refused
// expect: TypeError: proc.signals takes names: SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2
// expect: TypeError: proc.signals takes names: SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2
// expect: TypeError: proc.signals takes names: SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2
import { proc } from "wo-fiber/std";

const signals = proc.signals as (...names: unknown[]) => unknown;
for (const names of [[], ["SIGKILL"], ["SIGTERM", 1]]) {
  try {
    signals(...names);
  } catch (error) {
    console.log(String(error));
  }
}
