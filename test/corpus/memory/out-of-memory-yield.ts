// [Z28] an error that comes in the place of an answer leaves nothing of it behind
import { chan, yieldNow } from "wo-fiber/std";
interface Node {
  next: Node | null;
  a: number;
  b: number;
  c: number;
  d: number;
}
function hog(): void {
  let head: Node | null = null;
  for (;;) {
    head = { next: head, a: 1, b: 2, c: 3, d: 4 };
    yieldNow();
  }
}
const c = chan<number>(8);
try {
  hog();
} catch (e: any) {
  console.log(e.name);
}
c.send(1);
c.send(2);
console.log(c.length, c.recv(), c.recv());
// flags: --quota 1000000
// expect: OutOfMemoryError
// expect: 2 1 2
