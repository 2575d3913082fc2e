// [W22] defers run newest first on every exit path, and one's error does not stop the others
import { defer } from "wo-fiber/std";
function returns() {
  defer(() => console.log("first"));
  defer(() => console.log("second"));
  console.log("body");
  return "value";
}
console.log(returns());
function throws() {
  defer(() => console.log("cleanup 1"));
  defer(() => { throw new Error("cleanup failed"); });
  defer(() => console.log("cleanup 3"));
  throw new Error("body failed");
}
try { throws(); } catch (e: any) { console.log(e instanceof Error); }
function inLoop() {
  for (let i = 0; i < 3; i++) defer(() => console.log("loop", i));
}
inLoop();
// expect: body
// expect: second
// expect: first
// expect: value
// expect: cleanup 3
// expect: cleanup 1
// expect: true
// expect: loop 2
// expect: loop 1
// expect: loop 0
