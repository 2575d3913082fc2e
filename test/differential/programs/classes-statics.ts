// Static members: inheritance, this, accessors, blocks, shadowing
class Registry {
  static items = new Map<string, Registry>();
  static #next = 1;
  static get size() {
    return this.items.size;
  }
  static set prefix(p: string) {
    this.#prefix = p;
  }
  static #prefix = "id";
  static create(name: string) {
    const made = new this(name, `${Registry.#prefix}${Registry.#next++}`);
    this.items.set(name, made);
    return made;
  }
  constructor(
    readonly name: string,
    readonly id: string,
  ) {}
}
class Special extends Registry {
  static label = "special";
  static {
    this.label += ` ${super.size}`;
  }
}
Registry.create("a");
Registry.prefix = "no";
const b = Special.create("b");
console.log(
  Registry.size,
  Special.size,
  b.id,
  b instanceof Special,
  Special.label,
  Special.items === Registry.items,
);
Special.items = new Map();
Special.create("c");
console.log(
  Registry.size,
  Special.size,
  Object.hasOwn(Special, "items"),
  Object.keys(Special),
  Object.keys(Registry),
);
class Temp {
  static readonly zero = -273.15;
  static from = { celsius: (c: number) => c - Temp.zero, kelvin: (k: number) => k };
  static a = 1;
  static b = Temp.a + 1;
  static c = this.a + this.b;
  static ["d" + 1] = "computed";
  static length = "own length";
}
console.log(Temp.from.celsius(20), Temp.b, Temp.c, (Temp as any).d1, Temp.length, Temp.name);
delete (Temp as any).a;
console.log("a" in Temp, Object.getOwnPropertyNames(Temp).sort());
try {
  (Special as any).size = 4;
} catch (error: any) {
  console.log(error.name);
}
let order = "";
class Blocks {
  static {
    order += "1";
  }
  static x = (order += "2");
  static {
    order += "3";
    try {
      throw 1;
    } catch {
      order += "c";
    }
  }
}
console.log(order, Blocks.x);
