// [W05] a program that never spawns runs alone and uses the same library
import { fs } from "wo-fiber/std";
// A name of its own: the variants of this test run side by side.
const path = `/tmp/wo-corpus-single-${Math.random()}.txt`;
fs.write(path, "one\ntwo\nthree");
let n = 0;
for (const line of fs.lines(path)) n += line.length;
console.log(n, fs.readText(path).length);
fs.remove(path);
// expect: 11 13
