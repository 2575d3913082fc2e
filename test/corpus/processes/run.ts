// [W29] proc.run parks its fiber until the child ends and answers its code and output
// expect: 0 out / err
// expect: 3
// expect: 137
// expect: 300000 true
// expect: 200000
// expect: 0 [] empty stdin
// expect: x=1 y=
// expect: /
// expect: IoError ENOENT: no such file or directory, spawn 'wo-no-such-program' spawn
// expect: IoError ENOENT: no such file or directory, spawn 'true' spawn
// expect: TimeoutError proc.run: sh was killed after 50 ms true
// expect: TypeError proc.run takes strings without null bytes
// expect: StateError
// expect: the others ran: true
// expect: 20 at once
import { chan, defer, fs, proc, spawn, time, type Send } from "wo-fiber/std";

const text = (bytes: Uint8Array) => {
  let all = "";
  for (const byte of bytes) all += String.fromCharCode(byte);
  return all;
};
const sh = (script: string, options = {}) => proc.run("sh", ["-c", script], options);

const { code, stdout, stderr } = sh("echo out; echo err >&2");
console.log(code, text(stdout).trim(), "/", text(stderr).trim());
console.log(sh("exit 3").code);
console.log(sh("kill -9 $$").code);
const big = "0123456789".repeat(30_000);
const back = proc.run("cat", [], { input: big });
console.log(back.stdout.length, text(back.stdout) === big);
console.log(sh("head -c 200000 /dev/zero >&2", { input: big }).stderr.length);
console.log(proc.run("cat").code, [...proc.run("cat").stdout], "empty stdin");
console.log(text(sh('echo "x=$X y=$Y"', { env: { X: "1", PATH: "/usr/bin:/bin" } }).stdout).trim());
console.log(text(proc.run("pwd", [], { cwd: "/" }).stdout).trim());
const start = time.monotonic();
const refused: (() => unknown)[] = [
  () => proc.run("wo-no-such-program"),
  () => proc.run("true", [], { cwd: "/wo-no-such-folder" }),
  () => sh("sleep 100 & sleep 100", { timeout: 50 }),
  () => proc.run("a\0b"),
  () => {
    const cleanup = () => {
      defer(() => {
        proc.run("true");
      });
    };
    cleanup();
  },
];
for (const call of refused) {
  try {
    call();
  } catch (error) {
    const { name, message, syscall } = error as Error & { syscall?: string };
    const shown = name === "StateError" ? name : `${name} ${message}`;
    if (name === "TimeoutError") console.log(shown, time.monotonic() - start < 50_000);
    else console.log(syscall ? `${shown} ${syscall}` : shown);
  }
}
const ticks = chan<number>(1);
spawn((out: Send<number>) => {
  for (let i = 0; i < 5; i++) time.sleep(1);
  out.send(1);
}, ticks.sender());
sh("sleep 0.2");
console.log("the others ran:", ticks.tryRecv() === 1);
const ended = chan<number>();
const one = (out: Send<number>) => out.send(proc.run("sleep", ["0.1"]).code);
for (let i = 0; i < 20; i++) spawn(one, ended.sender());
let count = 0;
for (let i = 0; i < 20; i++) if (ended.recv() === 0) count++;
console.log(count, "at once");
if (fs.list("/proc/self/fd").length > 24) console.log("descriptors are left", fs.list("/proc/self/fd"));
