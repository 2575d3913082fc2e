// Spread in arrays, objects and calls, and rest
const a = [1, 2],
  o = { x: 1, y: { z: 2 } };
console.log(
  [...a, ...a],
  { ...o, x: 5, ...null, ...undefined, ..."hi" },
  [..."hey"],
  [...new Map([[1, 2]])],
  { ...[7, 8] },
);
const copy = { ...o };
copy.y.z = 9;
console.log(o.y.z, copy !== o);
function f(...xs: any[]) {
  return xs.length;
}
console.log(
  f(...[], ...[1], ...new Set([1, 2])),
  f(...[undefined]),
  new (class {
    n: number;
    constructor(...xs: any[]) {
      this.n = xs.length;
    }
  })(...a, ...a),
);
const { x, ...others } = o;
console.log(x, others);
console.log(Math.max(...Array.from({ length: 100 }, (_, i) => i)));
const sym = Symbol("s");
const withSym = { ...{ [sym]: 1, k: 2 } };
console.log(withSym[sym], withSym);
class P {
  own = 1;
  get g() {
    return 1;
  }
  m() {}
}
console.log({ ...new P() });
