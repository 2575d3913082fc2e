// Names functions and classes get from where they are defined, and their length
const arrow = () => {};
const expression = function () {};
const named = function inner() {
  return inner.name;
};
let later;
later = () => {};
const object = {
  method() {},
  prop: () => {},
  [`comp${1}`]: () => {},
  get g() {
    return 1;
  },
  "quoted key": function () {},
};
class K {
  static s = () => {};
  field = function () {};
  method() {}
  static make = class {};
}
console.log(
  [
    arrow,
    expression,
    named,
    later,
    object.method,
    object.prop,
    (object as any).comp1,
    object["quoted key"],
  ].map((f: any) => f.name),
);
console.log(
  named(),
  K.name,
  K.s.name,
  new K().field.name,
  K.prototype.method.name,
  K.make.name,
  (() => {}).name === "",
);
console.log(
  Object.getOwnPropertyDescriptor(object, "g")!.get!.name,
  arrow.bind(null).name,
  class Own {}.name,
);
const { d = () => {} } = {} as any;
const [e = class {}] = [] as any[];
console.log(d.name, e.name, ((p = () => {}) => p.name)());
function declared(a: any, b: any, c = 1, d?: any) {}
console.log(
  declared.name,
  declared.length,
  arrow.length,
  declared.bind(null, 1).length,
  Math.max.length,
  Math.max.name,
);
const sym = Symbol("tag");
const withSymbol = { [sym]() {}, [Symbol.iterator]: () => {} };
console.log(withSymbol[sym].name, withSymbol[Symbol.iterator].name);
console.log(
  Object.getOwnPropertyDescriptor(arrow, "name"),
  Object.getOwnPropertyDescriptor(declared, "length"),
);
let reassigned = arrow;
console.log(reassigned.name, (later as any).name);
