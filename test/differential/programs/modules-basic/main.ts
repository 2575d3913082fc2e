// Named and default imports between files
import def, { counter, inc, type Shape, area as areaOf } from "./lib.ts";
import * as lib from "./lib.ts";
import { shared } from "./other.ts";
export { counter as exported } from "./lib.ts";
console.log(
  def(2),
  counter,
  inc(),
  counter,
  areaOf({ w: 2, h: 3 } as Shape),
  lib.counter,
  lib.default(5),
  lib.area({ w: 1, h: 1 }),
);
inc();
console.log(counter, shared.list, shared.list === lib.getShared());
shared.list.push("main");
console.log(lib.getShared());
