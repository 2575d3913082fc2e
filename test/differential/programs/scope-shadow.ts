// Names that shadow other names
let x = "outer";
{
  let x = "inner";
  console.log(x);
  {
    const x = 3;
    console.log(x);
  }
}
console.log(x);
function f(x: any) {
  {
    let x = "block";
    console.log(x);
  }
  return x;
}
console.log(f("param"));
try {
  throw "err";
} catch (x) {
  console.log(x);
  let y = x;
  console.log(y);
}
for (let x = 0; x < 1; x++) {
  let x = "loop";
  console.log(x);
}
console.log(x);
const undefinedName = (undefined: any) => undefined;
console.log(undefinedName(5));
(function x() {
  console.log(typeof x);
})();
const NaNs = ((NaN: number) => NaN + 1)(4);
console.log(NaNs);
