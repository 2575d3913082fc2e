import { b, early } from "./b.ts";
export const a = "a";
export const readB = () => b;
console.log("a runs", b, early);
