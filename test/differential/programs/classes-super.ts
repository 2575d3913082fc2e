// super: constructor chains, methods, accessors, statics, object literals, arrows inside methods
class A {
  log: string[] = [];
  constructor(name: string) {
    this.log.push(`A(${name})`);
    this.init();
  }
  init() {
    this.log.push("A.init");
  }
  get label() {
    return "A";
  }
  hello(n: number) {
    return `A.hello(${n})`;
  }
  static make() {
    return `made by ${this.name}`;
  }
}
class B extends A {
  extra = "B field";
  constructor() {
    super("from B");
    this.log.push(this.extra);
  }
  init() {
    super.init();
    this.log.push(`B.init ${this.extra}`);
  }
  get label() {
    return super.label + "B";
  }
  hello(n: number) {
    const inner = () => super.hello(n + 1);
    return `${inner()} < B.hello(${n})`;
  }
  static make() {
    return super.make() + "!";
  }
}
class C extends B {
  get label() {
    return `${super.label}C`;
  }
  hello(n: number): string {
    return [1, 2].map((k) => super.hello(k * n)).join(" & ");
  }
  other() {
    return super["hello"](0);
  }
}
const c = new C();
console.log(c.log, c.label, c.hello(10), c.other(), C.make(), B.make());
const parent = { greet: (who: string) => `hello ${who}`, tag: "p" };
const child = {
  __proto__: parent,
  greet(who: string) {
    return super.greet(who).toUpperCase() + (super.tag as string);
  },
} as any;
console.log(child.greet("x"));
class Setter extends A {
  set value(v: number) {
    (super.hello as any) ?? 0;
    this.log.push(`set ${v}`);
  }
}
const s = new Setter("s");
s.value = 4;
console.log(s.log, super_free());
function super_free() {
  return Object.getPrototypeOf(C) === B && Object.getPrototypeOf(C.prototype) === B.prototype;
}
