// [W11] [W20] a file that is a pipe is waited for: what comes is read, and main's return ends who still waits
// expect: through the pipe
// expect: a,b
// expect: main ends
import { chan, fs, proc, spawn, time } from "wo-fiber/std";

const dir = `/tmp/wo-corpus-pipe-${time.now()}-${Math.floor(Math.random() * 1e9)}`;
fs.mkdir(dir);
proc.run("mkfifo", [`${dir}/pipe`, `${dir}/silent`]);
const write = (path: string, text: string) => fs.write(path, text);
spawn(write, `${dir}/pipe`, "through the pipe");
console.log(fs.readText(`${dir}/pipe`));
spawn(write, `${dir}/pipe`, "a\nb\n");
console.log([...fs.lines(`${dir}/pipe`)].join());
const begun = chan<number>();
for (let i = 0; i < 3; i++) {
  spawn(
    (path: string, begun: { send(v: number): void }) => {
      begun.send(1);
      fs.readText(path);
      console.log("went on");
    },
    `${dir}/silent`,
    begun.sender(),
  );
  begun.recv();
}
time.sleep(30);
fs.remove(dir, { recursive: true });
console.log("main ends");
