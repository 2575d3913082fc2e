import { log } from "./log.ts";
import { shared } from "./shared.ts";
log("a");
export const a = `a with ${shared.users.push("a")}`;
