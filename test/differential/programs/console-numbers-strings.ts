// console.log of primitives at the top, in arrays and in objects
console.log(1, -0, 1.5, 1e21, NaN, "text", true, null, undefined, Symbol("s"));
console.log([1, -0, 1.5, NaN, "text", true, null, undefined, Symbol("s")]);
console.log({
  n: -0,
  s: "it's",
  q: 'say "hi"',
  both: `'"`,
  all: "'\"`",
  nl: "a\nb",
  tab: "\t",
  nul: "\0",
  esc: "\x1b[0m",
  uni: "é😀\u2028",
  back: "\\",
});
console.log(
  "",
  [],
  {},
  [""],
  [" "],
  { "": "" },
  { "a b": 1, a_b: 2, 1: 3, "1a": 4, é: 5, "a-b": 6, $: 7 },
);
console.log(["a\nb"], "a\nb", ["\ud800"], "x".repeat(10), ["x".repeat(120)], { s: "y".repeat(90) });
console.log();
console.log("");
console.log(" ", "two  spaces");
console.log("%", "%d", "100%", 5);
console.log(
  "%s is %d years and %i, %f, %j %o %O %%, %c styled %x",
  "Ann",
  42.9,
  42.9,
  "1.5",
  { a: 1 },
  [1],
  { b: { c: {} } },
  "color: red",
  "left",
);
console.log("%s %s", "only one");
console.log("%s", null, undefined, 5, "more", { a: 1 });
console.log("%d|%i|%f|%s|%s|%s", "0x10", "12px", "x", -0, 12345678901234567890, {
  toString: () => "own toString",
});
console.log("%s %s %s", [1, [2, [3]]], { a: { b: { c: 1 } } }, Math.max, class A {}, Symbol("z"));
console.log("a%sb%sc", 1);
console.log("no formats", "%s", 1);
console.log(5, "%s", 1);
console.log("%s", "%s", 1);
console.info("info", [1]);
console.debug("debug", { d: 1 });
console.error("not on stdout");
console.warn("neither");
