// Default parameters: when they are evaluated, what they see, and how they count
const log: string[] = [];
const note = <T>(name: string, value: T) => {
  log.push(name);
  return value;
};
function f(a = note("a", 1), b = a + note("b", 1), c = () => a + b) {
  a += 10;
  return [a, b, c()];
}
console.log(
  f(),
  f(5),
  f(undefined, 7),
  f(1, undefined, () => 99),
  log.join(),
);
console.log(
  f.length,
  ((a: any, b = 1, c?: any) => 0).length,
  ((...r: any[]) => 0).length,
  ((a: any, b: any) => 0).length,
);
function nulls(a: any = "default") {
  return a;
}
console.log(nulls(null), nulls(undefined), nulls(0), nulls(""), nulls());
let counter = 0;
const fresh = (list: number[] = [], id = ++counter) => {
  list.push(id);
  return list;
};
console.log(fresh(), fresh(), fresh([9]), counter);
function later(a: any = b, b: any = 2) {
  return [a, b];
}
try {
  later();
} catch (error: any) {
  console.log(error.name, error.message);
}
console.log(later(1));
const x = "outer";
function scoped(get = () => x, x2 = "param") {
  const x = "inner";
  return `${get()} ${x} ${x2}`;
}
console.log(scoped());
function options(
  { size = 10, color = "red", ...rest }: any = {},
  [first = "none", second = first] = [] as string[],
) {
  return `${size} ${color} ${JSON.stringify(rest)} ${first} ${second}`;
}
console.log(
  options(),
  options({ size: 1, extra: true }, ["a"]),
  options({ color: undefined }, ["x", "y"]),
);
const recursive = (n: number, acc = n === 0 ? [] : [n]): number[] =>
  n <= 1 ? acc : recursive(n - 1, [...acc, n - 1]);
console.log(recursive(4), recursive(0));
