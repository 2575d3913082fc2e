import { a, readB } from "./a.ts";
export const b = "b";
export const readA = () => a;
let result: string;
try {
  result = a;
} catch (e: any) {
  result = e.name + ": " + e.message;
}
export const early = result;
console.log("b runs");
