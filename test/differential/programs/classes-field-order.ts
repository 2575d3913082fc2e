// Order of evaluation: computed keys, static parts, fields, constructor bodies
const log: string[] = [];
const key = (name: string) => {
  log.push(`key ${name}`);
  return name;
};
const value = <T>(name: string, v: T) => {
  log.push(`value ${name}`);
  return v;
};
class Base {
  base = value("base field", 1);
  constructor() {
    log.push("Base body");
  }
}
class K extends (log.push("heritage"), Base) {
  [key("a")] = value("a", this.base + 1);
  static [key("s")] = value("s", 10);
  [key("m")]() {}
  static {
    log.push(`block ${(this as any).s}`);
  }
  b = value("b", (this as any).a * 2);
  static t = value("t", (K as any).s + 1);
  constructor() {
    log.push("K before super");
    super();
    log.push("K body");
  }
}
log.push("made class");
const k: any = new K();
console.log(log);
console.log(k, k.a, k.b, K.t, Object.keys(k), typeof k.m);
class Self {
  me = this;
  fn = () => this.me === this;
  nested = { owner: this, get: () => this.count };
  count = 7;
  undefinedField;
  declare declared: number;
}
const self = new Self();
console.log(
  self.fn(),
  self.nested.owner === self,
  self.nested.get(),
  "undefinedField" in self,
  "declared" in self,
);
class Redefine extends Base {
  base = value("again", 2);
}
console.log(new Redefine().base, Object.getOwnPropertyDescriptor(new Redefine(), "base"));
class Parent {
  set x(v: number) {
    console.log("setter", v);
  }
}
class Child extends (Parent as any) {
  x = 5;
}
console.log((new Child() as any).x, Object.keys(new Child()));
