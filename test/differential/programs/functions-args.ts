// Parameters: missing, extra, default, rest
function f(a: any, b: any = a + 1, ...rest: any[]) {
  return [a, b, rest, f.length];
}
console.log(f(1), f(1, undefined, 3), f(1, 2, 3, 4), (f as any)());
function g({ x, y = 2, ...others }: any = {}, [p, , q = "q", ...tail]: any = [1]) {
  return [x, y, others, p, q, tail];
}
console.log(g(), g({ x: 1, z: 3 }, [9, 8, undefined, 7, 6]));
console.log(
  ((a, b) => a + b).length,
  ((a: any, b = 1, c?: any) => a).length,
  ((...r: any[]) => r).length,
  f.name,
  (() => {}).name,
  class Foo {}.name,
);
const spread = [1, 2, 3];
console.log(Math.max(...spread, 10, ...[4]), [...spread, ..."ab", ...new Set([1, 1, 2])]);
console.log(
  (function (this: any) {
    return this;
  })(),
  (() => typeof this)(),
);
function defaultsSee(a = 1, b = () => a, c = ((a = 5), b())) {
  return [a, b(), c];
}
console.log(defaultsSee(), defaultsSee(7));
console.log(f.call(null, 5), f.apply(null, [6, 7, 8]), f.bind(null, 1, 2)(3));
