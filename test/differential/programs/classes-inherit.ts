// Inheritance of methods, statics and fields
class Animal {
  name: string;
  kind = "animal";
  constructor(name: string) {
    this.name = name;
    this.init();
  }
  init() {
    console.log("Animal.init", this.kind);
  }
  speak() {
    return `${this.name} makes a sound`;
  }
  static make(n: string) {
    return new this(n);
  }
  get label() {
    return "A:" + this.name;
  }
}
class Dog extends Animal {
  kind = "dog";
  tricks: string[] = [];
  init() {
    console.log("Dog.init", this.kind, this.tricks);
  }
  speak() {
    return super.speak() + ": woof";
  }
  get label() {
    return super.label + "!";
  }
  static make(n: string) {
    const d = super.make(n);
    return d as Dog;
  }
}
class Puppy extends Dog {
  constructor() {
    super("pup");
    this.tricks.push("roll");
  }
  speak() {
    return super.speak().toUpperCase();
  }
}
const d = Dog.make("Rex"),
  p = new Puppy();
console.log(
  d.speak(),
  d.label,
  p.speak(),
  p.label,
  p.tricks,
  d instanceof Dog,
  p instanceof Animal,
  Object.getPrototypeOf(Dog) === Animal,
  Puppy.make.name,
);
console.log(d, p);
class Stack<T> extends Array<T> {
  peek() {
    return this[this.length - 1];
  }
}
const s = new Stack<number>();
s.push(1, 2);
console.log(s.peek(), s.length, s instanceof Array, Array.isArray(s), s);
class MyMap extends Map<string, number> {
  inc(k: string) {
    this.set(k, (this.get(k) ?? 0) + 1);
    return this;
  }
}
console.log(new MyMap().inc("a").inc("a").get("a"), new MyMap([["z", 1]]).size);
const Mixin = (Base: any) =>
  class extends Base {
    mixed() {
      return "mixed " + super.hello();
    }
  };
class Base {
  hello() {
    return "hello";
  }
}
console.log(new (Mixin(Base))().mixed());
class NoCtor extends Base {}
console.log(new NoCtor().hello());
class RetObj {
  constructor() {
    return { other: true } as any;
  }
}
console.log(new RetObj());
