export const PI2 = 6.28;
export function add(a: number, b: number) {
  return a + b;
}
export const double = (n: number) => add(n, n);
export const scale = (k: number) => (n: number) => n * k;
export class Vec {
  static zero = new Vec(0, 0);
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
  plus(v: Vec) {
    return new Vec(this.x + v.x, this.y + v.y);
  }
}
let n = 0;
export const counter = { next: () => ++n };
export enum Mode {
  Fast = 1,
  Slow,
}
