// Static fields and blocks
class Config {
  static defaults = { a: 1 };
  static list: number[] = [1, 2];
  static count = Config.list.length;
  static get total() {
    return Config.list.reduce((x, y) => x + y, 0);
  }
  static [Symbol.hasInstance](v: any) {
    return v === 42;
  }
}
Config.list.push(3);
Config.count += 10;
console.log(
  Config.defaults,
  Config.list,
  Config.count,
  Config.total,
  (42 as any) instanceof Config,
  ({} as any) instanceof Config,
  Object.keys(Config),
);
class Sub extends Config {
  static extra = super.total + 1;
}
console.log(Sub.extra, Sub.count, Object.hasOwn(Sub, "count"));
Sub.count = 5;
console.log(Config.count, Sub.count);
let order = "";
class O {
  static a = (order += "a");
  static {
    order += "b";
  }
  static c = (order += "c");
  ["k" + (order += "0")] = (order += "f");
}
order += "|";
new O();
console.log(order);
class Counter {
  static #n = 0;
  id = ++Counter.#n;
}
console.log(new Counter().id, new Counter().id);
