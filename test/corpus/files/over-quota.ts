// [W13] a file larger than the quota is an OutOfMemoryError, and the next call gets its own answer
// flags: --quota 2000000
// expect: OutOfMemoryError
// expect: OutOfMemoryError
// expect: 300000
// expect: small
import { fs, spawn, time } from "wo-fiber/std";

const path = `/tmp/wo-corpus-quota-${time.now()}-${Math.floor(Math.random() * 1e9)}`;
fs.write(path, "");
for (let i = 0; i < 40; i++) fs.append(path, "x".repeat(100_000));
for (const read of [fs.readText, fs.readBytes]) {
  try {
    read(path);
  } catch (error) {
    console.log((error as Error).name);
  }
}
fs.write(path, "y".repeat(300_000));
for (let i = 0; i < 5; i++) fs.readText(path);
console.log(fs.readText(path).length);
fs.write(path, "small");
console.log(fs.readText(path));
fs.remove(path);
