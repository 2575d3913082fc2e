import { isEven } from "./even.ts";
export let calls = 0;
export function isOdd(n: number): boolean {
  calls++;
  return n === 0 ? false : isEven(n - 1);
}
