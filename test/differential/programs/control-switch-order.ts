// switch evaluates the case expressions in order, only as far as needed
const log: unknown[] = [];
function t<T>(value: T): T {
  log.push(value);
  return value;
}
function run(x: number) {
  log.length = 0;
  let result = "none";
  switch (t(x)) {
    case t(10):
      result = "ten";
      break;
    default:
      result = "default";
      break;
    case t(20):
      result = "twenty";
      break;
    case t(30):
      result = "thirty";
  }
  console.log(x, result, log.join());
}
[10, 20, 30, 40].forEach(run);
const kind = (s: string) => {
  switch (s.length) {
    case 0:
      return "empty";
    case 1:
    case 2:
    case 3:
      return "short";
    default:
      if (s.length > 10) return "long";
  }
  return "medium";
};
console.log(["", "a", "abc", "abcd", "abcdefghijkl"].map(kind));
type Shape =
  | { kind: "circle"; r: number }
  | { kind: "square"; side: number }
  | { kind: "rect"; w: number; h: number };
function area(shape: Shape): number {
  switch (shape.kind) {
    case "circle":
      return Math.round(Math.PI * shape.r ** 2 * 100) / 100;
    case "square":
      return shape.side ** 2;
    case "rect":
      return shape.w * shape.h;
  }
}
console.log(
  area({ kind: "circle", r: 2 }),
  area({ kind: "square", side: 3 }),
  area({ kind: "rect", w: 2, h: 5 }),
);
