// Symbols as keys and values
const s = Symbol("desc"),
  t = Symbol("desc");
console.log(s === t, s.toString(), s.description, typeof s, String(s));
const o: any = { [s]: 1, [t]: 2, k: 3 };
console.log(
  o[s],
  o[t],
  Object.keys(o),
  Object.getOwnPropertySymbols(o).length,
  o,
  s in o,
  delete o[s],
  s in o,
);
try {
  s + "";
} catch (e: any) {
  console.log(e.name, e.message);
}
try {
  +(s as any);
} catch (e: any) {
  console.log(e.name, e.message);
}
class Tag {
  get [Symbol.toStringTag]() {
    return "MyTag";
  }
}
console.log(String(new Tag()), Object.prototype.toString.call(new Tag()), new Tag());
const p = {
  [Symbol.toPrimitive](h: string) {
    return h;
  },
} as any;
console.log(`${p}`, p + "", +p);
console.log(Symbol().toString(), Symbol().description, Object(s) == s, [s].length, {
  [Symbol.iterator]: 1,
});
console.log(new Map([[s, "v"]]).get(s), s === Object(s).valueOf(), Symbol.iterator.toString());
