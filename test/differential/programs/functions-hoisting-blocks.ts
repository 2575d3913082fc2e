// Function declarations: hoisted in their block, redeclared, mutually visible
console.log(before(), typeof before);
function before() {
  return helper() + 1;
}
function helper() {
  return 41;
}
{
  console.log(inside());
  function inside() {
    return "block function";
  }
}
function outer() {
  const results: string[] = [];
  if (true) {
    results.push(local());
    function local() {
      return "first";
    }
  }
  {
    results.push(local());
    function local() {
      return "second";
    }
  }
  return results;
}
console.log(outer());
function shadow(before: number) {
  return before + inner();
  function inner() {
    return before * 2;
  }
}
console.log(shadow(5));
const even = (n: number): boolean => n === 0 || odd(n - 1);
const odd = (n: number): boolean => n !== 0 && even(n - 1);
console.log(even(10), odd(7), even(7));
var v = 1;
var v = 2;
if (v) {
  var v = 3;
}
console.log(v, typeof w, (() => typeof w)());
var w = "assigned";
for (var loop = 0; loop < 2; loop++) var last = loop;
console.log(loop, last, w);
switch (1) {
  case 1:
    console.log(inSwitch());
    function inSwitch() {
      return "declared in a case";
    }
}
try {
  console.log(tdz);
} catch (error: any) {
  console.log(error.message);
}
let tdz = 1;
try {
  const self = self;
} catch (error: any) {
  console.log(error.message);
}
console.log(tdz);
