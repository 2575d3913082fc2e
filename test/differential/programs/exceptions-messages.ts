// Messages of errors the language raises
const attempts: [string, () => any][] = [
  ["undef prop", () => (undefined as any).x],
  ["null prop", () => (null as any)["y"]],
  ["undef call", () => (undefined as any)()],
  [
    "not fn",
    () => {
      const notFn: any = 5;
      notFn();
    },
  ],
  [
    "method",
    () => {
      const o: any = { a: {} };
      o.a.b();
    },
  ],
  [
    "deep",
    () => {
      const o: any = {};
      o.a.b.c;
    },
  ],
  [
    "set undef",
    () => {
      const u: any = undefined;
      u.x = 1;
    },
  ],
  [
    "new",
    () => {
      const n: any = {};
      new n();
    },
  ],
  [
    "arrow new",
    () => {
      const a: any = () => {};
      new a();
    },
  ],
  [
    "const",
    () => {
      const c = 1;
      (c as any) = 2;
    },
  ],
  [
    "iter",
    () => {
      const [a] = 5 as any;
    },
  ],
  [
    "iter2",
    () => {
      for (const x of {} as any);
    },
  ],
  ["spread", () => [...(undefined as any)]],
  ["in", () => "a" in (5 as any)],
  ["instanceof", () => ({}) instanceof (5 as any)],
  [
    "class call",
    () => {
      class A {}
      (A as any)();
    },
  ],
  [
    "frozen",
    () => {
      const o: any = Object.freeze({ a: 1 });
      o.a = 2;
    },
  ],
  [
    "frozen add",
    () => {
      const o: any = Object.freeze({});
      o.b = 2;
    },
  ],
  [
    "delete",
    () => {
      const o: any = Object.freeze({ a: 1 });
      delete o.a;
    },
  ],
  [
    "getter only",
    () => {
      const o: any = {
        get a() {
          return 1;
        },
      };
      o.a = 2;
    },
  ],
  ["symbol", () => `${Symbol("s") as any}`],
  ["array length", () => new Array(-1)],
  [
    "array length2",
    () => {
      const a: any[] = [];
      a.length = -1;
    },
  ],
  [
    "null destructure",
    () => {
      const { a } = null as any;
    },
  ],
  ["json", () => JSON.parse("{bad")],
  ["reduce", () => [].reduce((a: any, b: any) => a)],
  [
    "super",
    () => {
      class A {
        constructor() {}
      }
      class B extends A {
        constructor() {}
      }
      new B();
    },
  ],
  ["toFixed", () => (1).toFixed(200)],
  ["proto", () => Object.create(5 as any)],
  ["define", () => Object.defineProperty(5 as any, "x", {})],
  [
    "extends",
    () => {
      class A extends (5 as any) {}
    },
  ],
  ["bind", () => (Function.prototype.bind as any).call(5)],
  [
    "string index",
    () => {
      const s: any = "abc";
      s[0] = "x";
    },
  ],
  [
    "string length",
    () => {
      const s: any = "abc";
      s.length = 1;
    },
  ],
  [
    "undefined fn result",
    () => {
      const o: any = { f() {} };
      o.f().g;
    },
  ],
  [
    "call result",
    () => {
      const o: any = {
        f() {
          return 5;
        },
      };
      o.f()();
    },
  ],
  [
    "elem call",
    () => {
      const o: any = {};
      o["a b"]();
    },
  ],
  ["map call", () => (Map as any)()],
  [
    "prim",
    () => {
      const p: any = 5;
      p.x = 1;
    },
  ],
];
for (const [name, f] of attempts) {
  try {
    console.log(name, f());
  } catch (e: any) {
    console.log(name, "->", e.name + ": " + e.message);
  }
}
