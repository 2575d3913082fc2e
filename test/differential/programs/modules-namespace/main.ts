// Namespace imports used by member, in calls, templates, closures and patterns
import * as math from "./math.ts";
import * as text from "./text.ts";

console.log(math.add(1, 2), math.PI2, math.Vec.zero, new math.Vec(1, 2).plus(new math.Vec(3, 4)));
console.log(text.wrap(5).length, text.pad("x", 3), `${text.pad(String(math.PI2), 8)}|`);
const fns = [math.add, math.scale(3)];
console.log(
  fns.map((f: any) => f(4, 5)),
  [1, 2, 3].map(math.double),
  math.counter.next(),
  math.counter.next(),
);
const deferred = () => math.add(math.counter.next(), 100);
console.log(deferred(), deferred());
const { x, y } = math.Vec.zero;
console.log(x, y, math.Mode.Fast, math.Mode[1]);
