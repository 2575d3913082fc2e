import { count, list } from "./counter.ts";
export const report = () => `${count} after ${list.length}`;
