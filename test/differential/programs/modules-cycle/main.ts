// Modules that import each other
import { a, readB } from "./a.ts";
import { b, readA } from "./b.ts";
console.log(a, b, readA(), readB());
