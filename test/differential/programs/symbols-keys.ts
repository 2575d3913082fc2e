// Symbols as keys and the well-known ones that shape behaviour
const id = Symbol("id");
const other = Symbol("id");
class Tagged {
  [id] = 1;
  static [id] = "static";
  get [Symbol.toStringTag]() {
    return "Tagged!";
  }
  [Symbol.toPrimitive](hint: string) {
    return hint === "number" ? 7 : `as ${hint}`;
  }
}
const t: any = new Tagged();
console.log(
  t[id],
  Tagged[id],
  t[other],
  id in t,
  other in t,
  `${t}`,
  +t,
  t + "",
  Object.prototype.toString.call(t),
  Object.keys(t),
  Object.getOwnPropertySymbols(t).length,
);
console.log(
  { ...t }[id],
  Object.assign({}, t)[id],
  JSON.stringify(t),
  Object.entries(t).length,
  delete t[id],
  id in t,
);
console.log(
  typeof id,
  id.toString(),
  id.description,
  Symbol().description,
  Symbol("").description === "",
  id === other,
  Object(id) === id,
  Object(id) == id,
  [id].includes(id),
  new Set([id, other, id]).size,
);
for (const f of [
  () => `${id as any}`,
  () => (id as any) + 1,
  () => (id as any) < 1,
  () => Number(id),
  () => [id].join(),
  () => new (Symbol as any)(),
  () => Math.max(id as any),
]) {
  try {
    console.log(f());
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
console.log(
  String(id),
  !!id,
  id && "truthy",
  [id].toString === Array.prototype.toString,
  { [id]: "in literal" },
  [Symbol("in array")],
  new Map([[id, 1]]),
);
class Evens {
  static [Symbol.hasInstance](n: any) {
    return n % 2 === 0;
  }
}
console.log((4 as any) instanceof Evens, (5 as any) instanceof Evens);
const priv = Symbol("private");
const make = (secret: string) => ({
  [priv]: secret,
  reveal() {
    return this[priv];
  },
});
const o = make("s3cret");
console.log(
  o.reveal(),
  Object.keys(o),
  o[priv],
  Object.getOwnPropertySymbols(o).map((s) => s.description),
);
const countdown = {
  from: 3,
  [Symbol.iterator]() {
    let n = this.from;
    return { next: () => (n > 0 ? { done: false, value: n-- } : { done: true, value: undefined }) };
  },
};
console.log(
  [...countdown],
  Math.max(...countdown),
  Symbol.iterator in countdown,
  Symbol.iterator in "s".constructor.prototype,
  typeof [][Symbol.iterator],
);
const list = Object.assign([1, 2], { [Symbol.isConcatSpreadable]: false });
console.log(
  [0].concat(list as any).length,
  Object.getOwnPropertyDescriptor(Symbol.prototype, "description") !== undefined,
  Symbol.iterator.description,
  Symbol.toStringTag.toString(),
);
class Wrapped extends Array {
  static get [Symbol.species]() {
    return Array;
  }
}
console.log(
  new Wrapped(1, 2, 3).map((x) => x) instanceof Wrapped,
  new Wrapped(1, 2, 3).filter(Boolean).constructor === Array,
);
