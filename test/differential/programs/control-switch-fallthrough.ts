// switch: fall-through, default in the middle, strict matching, lexical scope of the cases
function middle(n: unknown) {
  const out: string[] = [];
  switch (n) {
    case 1:
      out.push("one");
    case 2:
      out.push("two");
      break;
    default:
      out.push("default");
    case 3:
      out.push("three");
      break;
    case "1":
      out.push("string one");
    case null:
      out.push("null");
  }
  return out.join("+");
}
for (const n of [1, 2, 3, 4, "1", null, undefined, NaN, true]) console.log(n, middle(n));
function scope(n: number) {
  switch (n) {
    case 0: {
      const inner = "zero";
      return () => inner;
    }
    case 1:
      let shared = "one";
      return () => shared;
    case 2:
      shared = "two";
      return () => shared;
    default:
      return () => typeof shared;
  }
}
console.log(scope(0)(), scope(1)(), Object.keys([7]));
try {
  scope(2);
} catch (error: any) {
  console.log(error.name, error.message);
}
switch (true) {
  case 1 > 2:
    console.log("no");
    break;
  case 2 > 1:
    console.log("computed cases work");
}
switch (9) {
}
outer: for (let i = 0; i < 5; i++) {
  switch (i) {
    case 1:
      continue;
    case 3:
      break outer;
    default:
      console.log("i", i);
  }
}
