// Re-exports and namespaces
import { x, y as why, Klass, ns } from "./index.ts";
import d from "./index.ts";
console.log(x, why, new Klass().hi(), d, ns.x);
