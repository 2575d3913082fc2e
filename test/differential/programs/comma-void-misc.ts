// The comma, void and other odd operators
let x = (1, 2, 3);
console.log(x, void 0, void "x", typeof void 0, !0, !!"a", !!"", -"5", +true, ~~3.7, -(-5));
for (let i = 0, j = 10; i < j; i++, j--) x += j;
console.log(x);
console.log(
  typeof null,
  typeof undefined,
  typeof 1,
  typeof "s",
  typeof true,
  typeof {},
  typeof [],
  typeof (() => 1),
  typeof Symbol(),
  typeof undeclaredGlobalThing,
);
if (x);
else console.log("never");
{
}
console.log(
  0 || ("a" && "b") || "c",
  1 ? (2 ? "x" : "y") : "z",
  (() => ({}))(),
  [] instanceof Object,
  "x" in { x: 1 },
  2 ** (3 ** 2),
  (-2) ** 2,
  7 % -3,
  -7 % 3,
  1 / 3,
);
var a = 1;
var a = 2;
console.log(a);
debugger;
console.log(0.1 + 0.2, 1e21 + 1, 0xff, 0b11, 0o17, 1_000_000, 0.5, 5, "\u{1F600}".length);
