// main receives the program's arguments, and args holds them
// args: one two
import { args } from "wo-fiber/std";
export function main(...given: string[]) {
  console.log(given, args, given.length);
}
// expect: [ 'one', 'two' ] [ 'one', 'two' ] 2
