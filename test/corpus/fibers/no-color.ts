// [W04] async, await and Promise are refused by name and place
// refused: WO1001 4:1
// refused: WO1002 5:9
async function f() {
  await 1;
}
new Promise(() => {});
