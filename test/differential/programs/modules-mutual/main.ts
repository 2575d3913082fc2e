// Modules that import each other: functions and classes work, values are seen once set
import { isEven } from "./even.ts";
import { isOdd, calls } from "./odd.ts";
import { Parent } from "./parent.ts";
import { Child } from "./child.ts";

console.log(isEven(10), isOdd(10), isOdd(7), calls);
console.log(new Parent().makeChild().name(), new Child({}).name(), new Child().parent);
