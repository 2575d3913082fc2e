// Hoisted functions and variables, the temporal dead zone
console.log(typeof hoisted, hoisted());
function hoisted() {
  return "up";
}
console.log(v);
var v = 1;
{
  function inBlock() {
    return "block";
  }
  console.log(inBlock());
}
try {
  tdz;
} catch (e: any) {
  console.log(e.name + ": " + e.message);
}
let tdz = 1;
function useLater() {
  return later;
}
try {
  useLater();
} catch (e: any) {
  console.log(e.name + ": " + e.message);
}
const later = 3;
console.log(useLater());
try {
  const q = () => q2;
  q();
  const q2 = 1;
} catch (e: any) {
  console.log(e.message);
}
try {
  new Late();
} catch (e: any) {
  console.log(e.message);
}
class Late {}
switch (1 as number) {
  case 0:
    let z = 1;
    break;
  case 1:
    try {
      z;
    } catch (e: any) {
      console.log(e.message);
    }
}
try {
  typeof undefinedLater;
} catch (e: any) {
  console.log(e.message);
}
let undefinedLater;
console.log(undefinedLater);
