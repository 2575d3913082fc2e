import { log } from "./log.ts";
log("effects");
export {};
