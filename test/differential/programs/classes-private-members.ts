// Private fields, methods, accessors and statics; each class has its own names
class Counter {
  #n = 0;
  static #made = 0;
  static #limit = 3;
  constructor() {
    Counter.#made++;
  }
  #step() {
    this.#n += Counter.#size;
    return this;
  }
  get #doubled() {
    return this.#n * 2;
  }
  set #value(v: number) {
    this.#n = v;
  }
  static get #size() {
    return 2;
  }
  static #check(c: Counter) {
    return c.#n < Counter.#limit;
  }
  run() {
    while (Counter.#check(this)) this.#step();
    const before = this.#doubled;
    this.#value = before + 1;
    this.#n++;
    this.#n **= 2;
    return this.#n;
  }
  static get made() {
    return Counter.#made;
  }
  equals(other: Counter) {
    return this.#n === other.#n;
  }
  static is(x: any) {
    return #n in x;
  }
  toJSON() {
    return { n: this.#n };
  }
}
const a = new Counter();
const b = new Counter();
console.log(
  a.run(),
  Counter.made,
  a.equals(b),
  a.equals(a),
  Counter.is(a),
  Counter.is({ "#n": 1 }),
  JSON.stringify(a),
  Object.keys(a),
  a,
);
class Other {
  #n = "other";
  steal(c: any) {
    return c.#n;
  }
  write(c: any) {
    c.#n = 1;
  }
  call(c: any) {
    return c.#m();
  }
  #m() {
    return 1;
  }
  get #g() {
    return 1;
  }
  set(c: any) {
    (c as any).#g = 2;
  }
}
for (const attempt of [
  () => new Other().steal(a),
  () => new Other().write(a),
  () => new Other().call({}),
  () => new Other().set(new Other()),
  () => Counter.is(5),
]) {
  try {
    console.log(attempt());
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
class Sub extends Counter {
  #n = "sub's own";
  both() {
    return `${this.#n} ${this.run()}`;
  }
}
console.log(new Sub().both());
