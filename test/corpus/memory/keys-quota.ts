// [Z28] what names the indices of a long string asks for its room first
import { OutOfMemoryError } from "wo-fiber/std";
const text: any = "ab".repeat(200_000);
const list = new Array(400_000).fill(1);
function firstOf(v: any): string {
  for (const k in v) return k;
  return "none";
}
const ways: [string, () => unknown][] = [
  ["for-in", () => firstOf(text)],
  ["for-in of an array", () => firstOf(list)],
  ["keys", () => Object.keys(text)],
  ["names", () => Object.getOwnPropertyNames(list)],
  ["values", () => Object.values(text)],
  ["entries", () => Object.entries(list)],
  ["assign", () => Object.assign({}, { a: 1 }, text)],
  ["spread", () => ({ ...text })],
  ["rest", () => (({ a, ...rest }) => rest)(text)],
  ["descriptors", () => Object.getOwnPropertyDescriptors(list)],
];
for (const [name, way] of ways) {
  try {
    way();
    console.log(name, "fits");
  } catch (e: any) {
    console.log(name, e instanceof OutOfMemoryError, e.message.includes("more bytes"));
  }
}
console.log(firstOf("xy"), Object.entries("xy"), { ..."xy" });
// flags: --quota 8000000
// expect: for-in true true
// expect: for-in of an array true true
// expect: keys true true
// expect: names true true
// expect: values true true
// expect: entries true true
// expect: assign true true
// expect: spread true true
// expect: rest true true
// expect: descriptors true true
// expect: 0 [ [ '0', 'x' ], [ '1', 'y' ] ] { '0': 'x', '1': 'y' }
