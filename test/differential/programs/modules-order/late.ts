import { log } from "./log.ts";
log("late, though imported below");
export const late = () => "late";
