// [W04] async, await and Promise are refused by name and place
// refused: WO1101 5:16
// refused: WO1102 6:3
// refused: WO1103 8:5
async function f() {
  await 1;
}
new Promise(() => {});
