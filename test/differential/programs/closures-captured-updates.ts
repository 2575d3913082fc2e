// Captured variables written from many places: compound assignment, ++, destructuring, loops
function machine() {
  let a = 1;
  let b = "s";
  let list = [1, 2, 3];
  const step = (n: number) => {
    a += n;
    b += a;
    [a, list[0]] = [list[0], a];
    ({ length: list[1] } = b);
    a++;
    --list[2];
    for (a of [a, a * 2]) b += a;
    for (const key in { k: 1 }) b = key + b;
    list = [...list, a];
  };
  return { step, show: () => `${a} ${b} ${list}` };
}
const m = machine();
m.step(1);
console.log(m.show());
m.step(5);
console.log(m.show());
function nested() {
  let n = 0;
  const up = () => {
    n++;
    const more = () => {
      n += 10;
      const most = () => (n *= 2);
      return most;
    };
    return more;
  };
  up()()();
  up()();
  return n;
}
console.log(nested());
function conditional(flag: boolean) {
  let value: string | undefined;
  if (flag) value = "set";
  const get = () => value ?? "unset";
  value ??= "late";
  return get();
}
console.log(conditional(true), conditional(false));
let top = 0;
const touch = () => top++;
touch();
top = touch() + top;
console.log(top, touch(), top);
const order: number[] = [];
let x = 1;
const change = () => (x = 100);
order.push(x + change() + x, x);
x = 1;
x += change() + x;
order.push(x);
console.log(order);
