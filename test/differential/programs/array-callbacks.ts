// Methods that call a function for each element, while the function changes the array, throws, or
// calls them again.

type Any = any;

const log: Any[] = [];
function note(...values: Any[]): void {
  log.push(values.map(String).join(":"));
}
function flush(title: string): void {
  console.log(title, log.join(" "));
  log.length = 0;
}

function sparse(): Any[] {
  const list: Any[] = [1, , 3, undefined, , 6];
  return list;
}

for (const make of [() => [1, 2, 3, 4], sparse, () => [], () => new Array(5), () => [, 2]]) {
  const list: Any[] = make();
  console.log(list.map((x, i) => [x, i]), list.map((x) => x).length);
  list.forEach((x, i, all) => note(x, i, all === list));
  flush("forEach");
  console.log(list.filter((x, i) => i % 2 === 0 || x > 2));
  console.log(list.some((x) => x === undefined), list.every((x) => x !== undefined));
  console.log(list.find((x, i) => x === undefined && i > 0), list.findIndex((x) => x === undefined));
  console.log(list.reduce((sum: Any, x, i, all) => `${sum}${x}${i}${all.length}`, ">"));
  try {
    console.log(list.reduce((sum: Any, x) => sum + x));
  } catch (e) {
    console.log((e as Error).message);
  }
}

// --- callbacks with few, many, default and rest parameters ---
console.log([1, 2].map(() => 7), [1, 2].map((a, b, c: Any, d?: Any) => [a, b, c.length, d]));
console.log([1, 2].map((...all: Any[]) => all.length), [undefined, 2].map((a = 5) => a));
console.log([1, 2].map(function (this: Any, x) {
  return this.k * x;
}, { k: 3 }));
console.log(["1", "2", "3"].map(Number), ["1", "2", "3"].map(parseInt as Any), [0, 1, ""].filter(Boolean));
console.log([3, 4].map(function (x) {
  let local: Any;
  if (x === 3) local = "set";
  return local;
}));
console.log([[1, 2], [3]].map((row) => row.map((x) => row.reduce((a, b) => a + b, x))));

// --- the array changes under way ---
{
  const list: Any[] = [1, 2, 3, 4, 5];
  console.log(list.map((x, i) => (i === 1 ? list.pop() : x)), list);
  console.log(list.filter((x) => (list.length < 10 ? list.push(x) : 0) > 0), list.length);
  list.forEach((x, i) => {
    note(x);
    if (i === 0) list.length = 3;
  });
  flush("shortened");
  list.forEach((x, i) => {
    note(x);
    if (i === 0) delete list[1];
  });
  flush("deleted");
  const far: Any[] = [1, 2, 3];
  far.forEach((x, i) => {
    note(x, i);
    if (i === 0) {
      far[1e6] = "far";
      Object.defineProperty(far, 1, { get: () => "got", configurable: true });
    }
  });
  flush("sparse");
  console.log(far.findIndex((x, i) => i === 5), far.find((x) => x === "got"));
  const typed: Any[] = [1, 2, 3];
  console.log(
    typed.reduce((sum: Any, x, i) => {
      if (i === 0) Object.setPrototypeOf(typed, { __proto__: Array.prototype, 1: "inherited" });
      if (i === 0) delete typed[1];
      return sum + x;
    }, ""),
  );
}

// --- errors, and the elements after them ---
for (const method of ["map", "filter", "forEach", "some", "every", "find", "findIndex", "reduce"]) {
  try {
    ([1, 2, 3] as Any)[method]((x: Any, y: Any) => {
      note(x, y);
      if (x === 2 || y === 2) throw new RangeError(`at ${x}`);
      return method === "every";
    }, 0);
  } catch (e) {
    note((e as Error).message);
  }
  for (const bad of [undefined, 1, {}, class {}]) {
    try {
      ([1] as Any)[method](bad);
    } catch (e) {
      note((e as Error).name);
    }
  }
  flush(method);
}

// --- not an array, not a plain one ---
class List extends Array {}
const mapped = List.from([1, 2]).map((x) => x + 1);
console.log(mapped instanceof List, mapped);
console.log(Array.prototype.map.call("abc", (c: Any) => c + c));
console.log((Array.prototype.filter as Any).call({ length: 3, 0: "a", 2: "c" }, () => true));
console.log(Object.freeze([1, 2, 3]).map((x) => x * 2));

// --- long, with a function that is called often ---
const numbers = Array.from({ length: 20000 }, (_, i) => i);
const seen = { count: 0 };
console.log(
  numbers
    .map((x) => ({ x, text: `${x}` }))
    .filter((one) => ++seen.count && one.x % 3 === 0)
    .reduce((sum, one) => sum + one.text.length, 0),
  seen.count,
);

// --- an array whose first elements have been taken off, before and under way ---
{
  const queue: Any[] = [];
  for (let i = 0; i < 100; i++) queue.push(i);
  for (let i = 0; i < 90; i++) queue.shift();
  console.log(queue.map((x) => x + 1), queue.filter((x) => x % 2), queue.find((x) => x > 95));
  console.log(queue.map((x, i) => (i % 2 ? queue.shift() : x)), queue, [0, ...queue, ...queue]);
  console.log(queue.reduce((sum, x) => sum + x), queue.some((x) => x === 99));
}
