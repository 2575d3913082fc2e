// Higher-order functions: compose, pipe, curry, partial, flip, memoize, debounce by count
const compose =
  (...fns: ((x: any) => any)[]) =>
  (x: any) =>
    fns.reduceRight((v, f) => f(v), x);
const pipe =
  (...fns: ((x: any) => any)[]) =>
  (x: any) =>
    fns.reduce((v, f) => f(v), x);
const add = (a: number) => (b: number) => a + b;
const double = (n: number) => n * 2;
console.log(
  compose(double, add(3))(4),
  pipe(double, add(3))(4),
  compose()(7),
  pipe(String, (s: string) => s.length)(12345),
);
function curry(f: (...args: any[]) => any) {
  return function curried(...args: any[]): any {
    return args.length >= f.length ? f(...args) : (...more: any[]) => curried(...args, ...more);
  };
}
const volume = curry((a: number, b: number, c: number) => a * b * c);
console.log(volume(2)(3)(4), volume(2, 3)(4), volume(2)(3, 4), volume(2, 3, 4, 5));
const partial =
  (f: any, ...bound: any[]) =>
  (...rest: any[]) =>
    f(...bound, ...rest);
const flip = (f: any) => (a: any, b: any) => f(b, a);
console.log(partial(Math.max, 5)(3, 9), flip((a: string, b: string) => a + b)("x", "y"));
let computed = 0;
const memoize = <A extends unknown[], R>(f: (...args: A) => R) => {
  const seen = new Map<string, R>();
  return (...args: A): R => {
    const key = JSON.stringify(args);
    if (!seen.has(key)) seen.set(key, f(...args));
    return seen.get(key) as R;
  };
};
const slow = memoize((a: number, b: number) => {
  computed++;
  return a ** b;
});
console.log(slow(2, 10), slow(2, 10), slow(10, 2), computed);
const once = <R>(f: () => R) => {
  let state: { value: R } | undefined;
  return () => (state ??= { value: f() }).value;
};
const init = once(() => ++computed);
console.log(init(), init(), computed);
const every = (n: number, f: (count: number) => void) => {
  let count = 0;
  return () => {
    if (++count % n === 0) f(count);
  };
};
const tick = every(3, (count) => console.log("tick", count));
for (let i = 0; i < 7; i++) tick();
const zipWith = <A, B, C>(f: (a: A, b: B) => C, a: A[], b: B[]) =>
  a.slice(0, b.length).map((x, i) => f(x, b[i]));
console.log(zipWith((a, b) => `${a}${b}`, [1, 2, 3], ["a", "b"]));
