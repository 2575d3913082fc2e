// A class with everything: fields, statics, private names, accessors, computed names
class Point {
  x: number;
  y = 10;
  static count = 0;
  static #secret = 7;
  #hidden = 1;
  constructor(x: number) {
    this.x = x;
    Point.count++;
  }
  get sum() {
    return this.x + this.y + this.#hidden;
  }
  set sum(v: number) {
    this.x = v;
  }
  add(p: Point) {
    return new Point(this.x + p.x);
  }
  static origin() {
    return new Point(0);
  }
  static secret() {
    return Point.#secret;
  }
  bump() {
    this.#hidden++;
    return this;
  }
  has(o: any) {
    return #hidden in o;
  }
  toString() {
    return `(${this.x},${this.y})`;
  }
  ["comp" + "uted"]() {
    return "computed";
  }
  static {
    Point.count = 100;
  }
}
const p = new Point(1),
  q = Point.origin();
console.log(
  p.sum,
  q.sum,
  Point.count,
  `${p.add(q)}`,
  p.bump().bump().sum,
  Point.secret(),
  p.has(q),
  p.has({}),
  p.computed(),
  p,
);
p.sum = 50;
console.log(
  p.x,
  Object.keys(p),
  JSON.stringify(p),
  p instanceof Point,
  Point.name,
  typeof Point,
  p.constructor === Point,
);
console.log(
  Object.getOwnPropertyNames(Point.prototype),
  Point.prototype.hasOwnProperty("sum"),
  "add" in p,
);
const Anonymous = class {
  m() {
    return "m";
  }
};
console.log(new Anonymous().m(), Anonymous.name);
const Named = class Inner {
  self() {
    return Inner.name;
  }
};
console.log(new Named().self(), Named.name);
