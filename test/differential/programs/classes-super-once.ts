// super() is called once, wherever it stands
const log = (...a: unknown[]) => console.log(...a);
class A {
  n = Math.random() > 2 ? 0 : 1;
}
class B extends A {
  constructor(k: number) {
    if (k & 1) super();
    if (k & 2) {
      log("second");
      super();
    }
    if (k === 0) {
      for (let i = 0; i < 2; i++) super();
    }
    log(this.n);
  }
}
class C extends A {
  f = () => this.n;
  constructor(k: boolean) {
    super();
    if (k) super();
    log(this.f());
  }
}
class D extends A {
  constructor() {
    try {
      super();
      super();
    } catch (e: any) {
      log(e.message, this.n);
    }
  }
}
for (const k of [1, 2, 3, 0])
  try {
    new B(k);
  } catch (e: any) {
    log(e.name, e.message);
  }
for (const k of [false, true])
  try {
    new C(k);
  } catch (e: any) {
    log(e.name, e.message);
  }
new D();
