// Errors of classes: calling without new, this before super, missing super, double super, returning
class A {
  v = 1;
}
const attempts: [string, () => unknown][] = [
  ["call", () => (A as any)()],
  [
    "no super",
    () =>
      new (class extends A {
        // @ts-ignore
        constructor() {
          1;
        }
      })(),
  ],
  [
    "this before super",
    () =>
      new (class extends A {
        constructor() {
          // @ts-ignore
          this.v = 2;
          super();
        }
      })(),
  ],
  [
    "super twice",
    () =>
      new (class extends A {
        constructor() {
          super();
          // @ts-ignore
          super();
        }
      })(),
  ],
  [
    "return object",
    () =>
      new (class extends A {
        // @ts-ignore
        constructor() {
          return { other: true } as any;
        }
      })(),
  ],
  [
    "return primitive",
    () =>
      new (class extends A {
        constructor() {
          super();
          return 5 as any;
        }
      })(),
  ],
  [
    "base returns primitive",
    () =>
      new (class {
        constructor() {
          return 5 as any;
        }
      })(),
  ],
  ["new of an instance", () => new (new A() as any)()],
  ["new undefined", () => new (undefined as any)()],
  ["new object member", () => new (({ a: { b: 1 } }) as any).a.b()],
  [
    "assign class name inside",
    () => {
      class X {
        static f() {
          (X as any) = 1;
        }
      }
      X.f();
    },
  ],
  [
    "getter only",
    () => {
      (
        new (class {
          get g() {
            return 1;
          }
        })() as any
      ).g = 2;
    },
  ],
  [
    "tdz class",
    () => {
      new Later();
      class Later {}
    },
  ],
  [
    "super method missing",
    () =>
      new (class extends A {
        m() {
          return (super.x as any)();
        }
      })().m(),
  ],
  ["null heritage", () => new (class extends (null as any) {})()],
];
for (const [name, attempt] of attempts) {
  try {
    console.log(name, attempt());
  } catch (error: any) {
    console.log(name, "->", error.name + ":", error.message);
  }
}
