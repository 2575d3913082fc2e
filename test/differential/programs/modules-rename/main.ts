// Renamed imports and exports, re-exports, barrels, and names that shadow
import { one as uno, "two words" as words, deux } from "./barrel.ts";
import { one } from "./numbers.ts";
import { all, Default } from "./barrel.ts";
import { nested } from "./barrel.ts";

console.log(uno, one, uno === one, words, deux, all.one, all.two, Default(), nested());
{
  const one = "shadowed";
  console.log(one);
}
function scope(uno: string) {
  return uno;
}
console.log(scope("parameter"), Object.keys({ uno, one }));
