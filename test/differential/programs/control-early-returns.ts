// return from inside every kind of nesting
function find(list: unknown[], wanted: unknown): string {
  for (const item of list) {
    if (Array.isArray(item)) {
      const inside = find(item, wanted);
      if (inside !== "no") return `in ${inside}`;
      continue;
    }
    switch (typeof item) {
      case "number":
        if (item === wanted) return "number";
        break;
      case "string":
        for (let i = 0; i < item.length; i++) {
          if (item[i] === wanted) return `char ${i}`;
        }
        break;
      case "object":
        for (const key in item) {
          if ((item as any)[key] === wanted) return `key ${key}`;
        }
    }
  }
  return "no";
}
const data = [1, "hello", [2, [3, "xyz"]], { a: 4, b: "five" }];
for (const wanted of [1, "l", 3, "z", 4, "five", 99]) console.log(wanted, find(data, wanted));
function classify(n: number) {
  if (n < 0) return "negative";
  if (n === 0) return "zero";
  while (true) {
    if (n % 2 === 0) {
      do {
        n /= 2;
        if (n === 1) return "power of two";
      } while (n % 2 === 0);
      return "even";
    }
    return n === 1 ? "power of two" : "odd";
  }
}
console.log([-1, 0, 1, 2, 3, 12, 64, 96].map(classify));
const nothing = () => {
  return;
};
console.log(nothing(), (() => {})(), (function () {})());
