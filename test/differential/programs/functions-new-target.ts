// new.target in functions, constructors, and through super
function F(this: any) {
  return new.target === undefined ? "call" : { target: new.target };
}
console.log((F as any)(), new (F as any)().target === F, Reflectish());
function Reflectish() {
  return (() => new.target)() === undefined;
}
class Base {
  made: string;
  constructor() {
    this.made = new.target.name;
  }
  static create() {
    return new this();
  }
}
class Middle extends Base {}
class Leaf extends Middle {
  constructor() {
    super();
    this.made += "!";
  }
}
console.log(
  new Base().made,
  new Middle().made,
  new Leaf().made,
  Leaf.create().made,
  Middle.create() instanceof Middle,
);
abstract class Shape {
  constructor() {
    if (new.target === Shape) throw new TypeError("abstract class");
  }
}
class Dot extends Shape {}
console.log(new Dot() instanceof Shape);
try {
  new (Shape as any)();
} catch (error: any) {
  console.log(error.name, error.message);
}
const arrowInside = class {
  seen: boolean;
  constructor() {
    const check = () => new.target === arrowInside;
    this.seen = check();
  }
};
console.log(new arrowInside().seen);
function method(this: any) {
  return new.target;
}
console.log({ method }.method(), method.call({}));
