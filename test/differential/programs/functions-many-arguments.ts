// Calls with many arguments, spread in any place, and rest
const collect = (...all: unknown[]) => all;
const numbers = Array.from({ length: 300 }, (_, i) => i);
console.log(
  collect(...numbers).length,
  collect(0, ...numbers, 1, ...numbers, 2).length,
  Math.max(...numbers, 1000),
);
console.log(collect(...[1, 2], 3, ..."ab", ...new Set([4, 4, 5]), ...new Map([[6, 7]])));
function twelve(
  a: any,
  b: any,
  c: any,
  d: any,
  e: any,
  f: any,
  g: any,
  h: any,
  i: any,
  j: any,
  k: any,
  l: any,
) {
  return [a, b, c, d, e, f, g, h, i, j, k, l].join("");
}
console.log(
  twelve(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2),
  (twelve as any)(1, 2),
  (twelve as any)(...numbers),
);
function head(first: any, second?: any, ...others: any[]) {
  others.push("pushed");
  return `${first}|${second}|${others.length}|${others}`;
}
console.log(
  (head as any)(),
  head(1),
  head(1, 2),
  head(1, 2, 3),
  head(...([1, 2, 3, 4] as [any, any, any, any])),
);
const args: any[] = [1, 2, 3];
console.log(
  head.apply(null, args as any),
  head.call(null, 0, ...args),
  head.bind(null, "b")(...args),
);
class Box {
  items: any[];
  constructor(...items: any[]) {
    this.items = items;
  }
}
console.log(
  new Box(...args, ...args).items,
  new Box().items.length,
  new (Box as any)(...[...args, [4]]).items,
);
const holes = [1, , 3];
console.log(collect(...holes), collect.apply(null, holes), collect(...holes)[1] === undefined);
console.log(collect(...(args.length > 2 ? args : [])), collect(...(false ? [1] : []), "end"));
const order: string[] = [];
const t = (name: string) => (order.push(name), [name]);
collect(t("a"), ...t("b"), t("c"), ...t("d"));
console.log(order);
