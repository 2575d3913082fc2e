// [W13] many fibers have file calls under way at once; each gets its own answer
// expect: 500 fibers read 124750 bytes
// expect: 0 left
import { chan, fs, spawn, time, type Send } from "wo-fiber/std";

const dir = `/tmp/wo-corpus-many-${time.now()}-${Math.floor(Math.random() * 1e9)}`;
fs.mkdir(dir);
function one(path: string, size: number, out: Send<number>): void {
  fs.write(path, "x".repeat(size));
  const { length } = fs.readText(path);
  fs.remove(path);
  out.send(length);
}
const read = chan<number>();
for (let i = 0; i < 500; i++) spawn(one, `${dir}/${i}`, i, read.sender());
let bytes = 0;
for (let i = 0; i < 500; i++) bytes += read.recv() ?? 0;
console.log("500 fibers read", bytes, "bytes");
console.log(fs.list(dir).length, "left");
fs.remove(dir);
