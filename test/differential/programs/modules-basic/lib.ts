import { shared } from "./other.ts";
console.log("lib runs");
export interface Shape {
  w: number;
  h: number;
}
export let counter = 0;
export function inc() {
  return ++counter;
}
export const area = (s: Shape) => s.w * s.h;
export default function double(n: number) {
  return n * 2;
}
export function getShared() {
  return shared.list;
}
