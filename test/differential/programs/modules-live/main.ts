// Imports are live: changes made by the exporting module are seen, in closures too
import { count, increment, list, reset } from "./counter.ts";
import * as counter from "./counter.ts";
import { report } from "./reporter.ts";

console.log(count, counter.count);
increment();
increment(10);
console.log(count, counter.count, report());
const read = () => count;
reset();
console.log(read(), report());
list.push("from main");
console.log(list, counter.list === list);
try {
  counter.fail();
} catch (error: any) {
  console.log(error.message, count);
}
for (let i = 0; i < 3; i++) increment(i);
console.log(`${count} ${[1].map(() => count)} ${(() => counter.count)()}`);
