import { shared } from "./shared.ts";
import { log } from "./log.ts";
log("b");
export const b = `b with ${shared.users.push("b")}`;
