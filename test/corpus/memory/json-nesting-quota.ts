// [Z28] JSON.parse notices in the middle of containers that only open that its room is spent
import { OutOfMemoryError } from "wo-fiber/std";
function parse(text: string): string {
  try {
    JSON.parse(text);
    return "parsed";
  } catch (e: any) {
    return e instanceof OutOfMemoryError ? "no room" : e.name;
  }
}
console.log(parse("[".repeat(2_000_000)));
console.log(parse('{"a":'.repeat(700_000)));
console.log(parse("[".repeat(50_000) + "]".repeat(50_000)));
// flags: --quota 8000000
// expect: no room
// expect: no room
// expect: parsed
