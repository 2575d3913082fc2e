import { log } from "./log.ts";
log("shared");
export const shared = { users: [] as string[] };
