// [Z28] a string that would not fit the quota when flat is refused, although a rope of it costs nothing
// flags: --quota 2000000
let text = "abcdefgh\u0100";
try {
  while (text.length < 2 ** 28) text += text;
} catch (error) {
  console.log((error as Error).name, (error as Error).message);
}
console.log(text.length < 1000000, text[5]);
// expect: OutOfMemoryError the string would exceed the memory quota of 2000000
// expect: true f
