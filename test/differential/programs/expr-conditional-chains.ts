// Conditional expressions: chains, nesting, and which branch is evaluated
const log: string[] = [];
function mark<T>(name: string, value: T): T {
  log.push(name);
  return value;
}
function grade(score: number): string {
  return score >= 90 ? "A" : score >= 80 ? "B" : score >= 70 ? "C" : score >= 60 ? "D" : "F";
}
for (const score of [95, 90, 85, 71, 60, 12]) console.log(score, grade(score));
const nested = mark("a", true) ? (mark("b", false) ? mark("c", 1) : mark("d", 2)) : mark("e", 3);
console.log(nested, log.join(""));
for (const value of [0, -0, NaN, "", "0", null, undefined, [], {}, false] as unknown[]) {
  console.log(value ? "truthy" : "falsy", !value, !!value);
}
let n = 5;
n > 3 ? (n += 10) : (n -= 10);
console.log(n, n % 2 ? "odd" : "even", (n > 10 ? Math.max : Math.min)(3, 8));
const key = n > 0 ? "positive" : "negative";
console.log({ [key]: n }, `${n > 100 ? "big" : n > 10 ? "mid" : "small"}`);
