// [W28] what cannot cross is NotSendableError naming its path, and the fiber goes on
import { spawn, chan, NotSendableError } from "wo-fiber/std";
function makeCounter() {
  let n = 0;
  return () => ++n;
}
const counter = makeCounter();
const attempts: (() => void)[] = [
  () => spawn((x: any) => x, { deep: [1, { fn: counter }] }),
  () => chan<any>(1).send(Symbol("local")),
  () => chan<any>(1).send({ get bad() { return 1; } }),
];
for (const attempt of attempts) {
  try {
    attempt();
    console.log("sent");
  } catch (e: any) {
    console.log(e instanceof NotSendableError, e.code, e.name);
  }
}
try { attempts[0]!(); } catch (e: any) { console.log(e.message.includes("deep[1].fn"), e.message.includes("n")); }
// expect: true ERR_WO_NOT_SENDABLE NotSendableError
// expect: true ERR_WO_NOT_SENDABLE NotSendableError
// expect: true ERR_WO_NOT_SENDABLE NotSendableError
// expect: true true
