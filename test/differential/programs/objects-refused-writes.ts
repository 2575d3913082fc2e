// Writes that are refused: getters without setters, found on which object, and lengths of bytes
class P {
  get g() {
    return 1;
  }
  static get s() {
    return 1;
  }
}
class Q extends P {}
const tries: (() => void)[] = [
  () => {
    (new Q() as any).g = 1;
  },
  () => {
    const o: any = Object.create(
      {
        get q() {
          return 1;
        },
      },
      {},
    );
    o.q = 1;
  },
  () => {
    Object.create(new Q()).g = 1;
  },
  () => {
    (
      ({
        get a() {
          return 1;
        },
      }) as any
    ).a = 2;
  },
  () => {
    (new Map() as any).size = 2;
  },
  () => {
    ("s" as any).length = 1;
  },
  () => {
    ([] as any).length = -1;
  },
  () => {
    (Symbol() as any).description = "x";
  },
  () => {
    new (class {
      get [Symbol.iterator]() {
        return 1 as any;
      }
      m() {
        (this as any)[Symbol.iterator] = 1;
      }
    })().m();
  },
  () => {
    (new (class extends Map {})() as any).size = 1;
  },
  () => {
    Object.assign(
      {
        get z() {
          return 1;
        },
      },
      { z: 1 },
    );
  },
  () => {
    class R extends P {
      set(v: any) {
        (super.g as any) = v;
      }
    }
    new R().set(1);
  },
];
for (const t of tries)
  try {
    t();
    console.log("ok");
  } catch (e: any) {
    console.log(e.message);
  }
const bytes: any = new Uint8Array(2);
try {
  bytes.length = 5;
} catch (e: any) {
  console.log(e.name, Object.keys(bytes), bytes.length);
}
const log: string[] = [];
const from = { valueOf: () => (log.push("number"), 3) } as any;
const fill = { toString: () => (log.push("text"), "-") } as any;
console.log("a".padEnd(from, fill), "abcd".padStart(from, Symbol() as any), log);
console.log([].indexOf(1 as never, Symbol() as any), bytes.subarray(1, 1).includes(0, Symbol()));
