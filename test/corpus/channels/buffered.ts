// [Z06] a buffered channel is FIFO, blocks when full and counts what it holds
import { spawn, chan, type Send } from "wo-fiber/std";
const ch = chan<number>(2);
console.log(ch.trySend(1), ch.trySend(2), ch.trySend(3), ch.length, ch.capacity);
spawn((out: Send<number>) => { out.send(3); out.send(4); }, ch.sender());
const got: (number | undefined)[] = [];
for (let i = 0; i < 4; i++) got.push(ch.recv());
console.log(got, ch.length);
// expect: true true false 2 2
// expect: [ 1, 2, 3, 4 ] 0
