// Modules run once each, depth first, in the order of their imports
import "./effects.ts";
import { b } from "./b.ts";
import { a } from "./a.ts";
import { log } from "./log.ts";
import "./effects.ts";

log("main");
console.log(a, b);
import { late } from "./late.ts";
console.log(late(), hoisted());
function hoisted() {
  return "hoisted";
}
