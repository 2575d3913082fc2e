// Getters and setters in objects and classes, inherited ones included
const o = {
  _v: 1,
  get v() {
    return this._v;
  },
  set v(x) {
    this._v = x * 2;
  },
  get [`dyn${1}`]() {
    return "dyn";
  },
};
o.v = 5;
console.log(o.v, (o as any).dyn1, o);
class T {
  #c = 0;
  get c() {
    return this.#c;
  }
  set c(v) {
    if (v < 0) throw new Error("neg");
    this.#c = v;
  }
}
const t = new T();
t.c = 3;
t.c += 4;
t.c++;
console.log(t.c);
try {
  t.c = -1;
} catch (e: any) {
  console.log(e.message);
}
class Base {
  get x() {
    return "base";
  }
  set x(v: any) {
    console.log("base set", v);
  }
}
class D extends Base {
  get x() {
    return super.x + "+d";
  }
  set x(v) {
    super.x = v;
  }
}
const d = new D();
d.x = 9;
console.log(d.x);
console.log(
  Object.getOwnPropertyDescriptor(o, "v")?.get?.name,
  Object.getOwnPropertyDescriptor({ a: 1 }, "a"),
);
const proto = {
  get me() {
    return this;
  },
};
const child: any = Object.create(proto);
console.log(child.me === child);
console.log(
  Object.entries({
    get a() {
      return 1;
    },
    b: 2,
  }),
  {
    ...{
      get z() {
        return "spread";
      },
    },
  },
);
