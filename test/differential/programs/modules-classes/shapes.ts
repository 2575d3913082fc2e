import { Shape } from "./base.ts";
import { Registry } from "./registry.ts";
export class Circle extends Shape {
  constructor(readonly r: number) {
    super("circle");
    Registry.instance.add(this);
  }
  area() {
    return Math.PI * this.r ** 2;
  }
}
export class Square extends Shape {
  constructor(readonly side: number) {
    super(`square${side}`);
    Registry.instance.add(this);
  }
  area() {
    return this.side ** 2;
  }
}
