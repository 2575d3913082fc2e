// [W05] a program that never spawns runs alone and uses the same library
import { fs } from "wo-fiber/std";
fs.write("/tmp/wo-corpus-single.txt", "one\ntwo\nthree");
let n = 0;
for (const line of fs.lines("/tmp/wo-corpus-single.txt")) n += line.length;
console.log(n, fs.readText("/tmp/wo-corpus-single.txt").length);
fs.remove("/tmp/wo-corpus-single.txt");
// expect: 11 13
