// switch in several forms
function f(x: any) {
  const r: any[] = [];
  switch (x) {
    case 1:
      r.push("one");
    case 2:
      r.push("two");
      break;
    default:
      r.push("default");
    case "3":
      r.push("three");
      break;
    case NaN:
      r.push("nan");
    case null:
      r.push("null");
  }
  return r.join();
}
for (const v of [1, 2, 3, "3", NaN, null, undefined]) console.log(f(v));
function g(x: number) {
  switch (true) {
    case x < 0:
      return "neg";
    case x === 0:
      return "zero";
    default:
      return "pos";
  }
}
console.log(g(-1), g(0), g(1));
for (let i = 0; i < 5; i++) {
  switch (i) {
    case 2:
      continue;
    case 4:
      break;
  }
  console.log(i);
}
switch (3) {
  case 3: {
    let y = 1;
    console.log(y);
  }
}
switch (1 as number) {
}
function h(s: string) {
  switch (s) {
    case "a":
    case "b":
      return 1;
    case "c":
      return 2;
  }
  return 0;
}
console.log(h("a"), h("b"), h("c"), h("d"));
