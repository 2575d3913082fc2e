// includes finds a NaN and indexOf never does, however the NaN came about
function minus(a: number, b: number): number {
  return a - b;
}
const computed = minus(Infinity, Infinity);
console.log([NaN].includes(computed), [computed].includes(NaN), [computed].includes(computed));
console.log([computed].indexOf(computed), [NaN].indexOf(NaN), [computed].lastIndexOf(computed));
console.log([0].indexOf(-0), [-0].includes(0), [1.5, 2].indexOf(2), [, 1].includes(undefined), [, 1].indexOf(undefined));
// expect: true true true
// expect: -1 -1 -1
// expect: 0 true 1 true -1
