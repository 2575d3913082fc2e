// Objects as operands: valueOf, toString, Symbol.toPrimitive and their order
const log: string[] = [];
function make(name: string, value: any): any {
  return {
    valueOf() {
      log.push(name + ".valueOf");
      return value;
    },
    toString() {
      log.push(name + ".toString");
      return String(value);
    },
  };
}
const a = make("a", 3),
  b = make("b", 4);
console.log(
  a + b,
  a - b,
  a * b,
  a < b,
  a > b,
  a <= b,
  a >= b,
  `${a}`,
  a == 3,
  -a,
  +b,
  a ** b,
  a % b,
);
console.log(log.join(","));
const o: any = {
  [Symbol.toPrimitive](hint: string) {
    return hint === "number" ? 42 : hint;
  },
};
console.log(+o, `${o}`, o + "", o * 2, o == "default");
try {
  console.log(
    +({
      valueOf() {
        return {};
      },
      toString() {
        return {};
      },
    } as any),
  );
} catch (e: any) {
  console.log(e.name, e.message);
}
const box: any = { n: make("n", 1) };
box.n++;
console.log(box.n, log.length);
