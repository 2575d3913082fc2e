// Closures over several levels
const add = (a: number) => (b: number) => (c: number) => a + b + c;
console.log(add(1)(2)(3));
function outer(x: number) {
  function middle(y: number) {
    function inner(z: number) {
      x += z;
      y += z;
      return x + y;
    }
    return [inner(1), inner(2), x, y];
  }
  return middle(10).concat([x]);
}
console.log(outer(5));
const compose =
  (...fs: ((x: number) => number)[]) =>
  (x: number) =>
    fs.reduceRight((v, f) => f(v), x);
console.log(
  compose(
    (x) => x + 1,
    (x) => x * 2,
  )(5),
);
const fact = (n: number): number => (n <= 1 ? 1 : n * fact(n - 1));
console.log(fact(20), fact(25));
const isEven = (n: number): boolean => (n === 0 ? true : isOdd(n - 1));
const isOdd = (n: number): boolean => (n === 0 ? false : isEven(n - 1));
console.log(isEven(100), isOdd(7));
