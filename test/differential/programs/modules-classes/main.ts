// Classes, inheritance, instanceof and private state across modules
import { Circle, Square } from "./shapes.ts";
import { Shape, describe } from "./base.ts";
import { Registry } from "./registry.ts";

const shapes: Shape[] = [new Circle(1), new Square(2), new Circle(3)];
console.log(
  shapes.map(describe),
  shapes.map((s) => s instanceof Circle),
  Shape.made,
);
class Triangle extends Shape {
  area() {
    return 0.5;
  }
}
const t = new Triangle("triangle");
console.log(describe(t), t instanceof Shape, Shape.made, Object.getPrototypeOf(Circle) === Shape);
Registry.instance.add(t);
console.log(
  Registry.instance.names(),
  Registry.instance === Registry.instance,
  Shape.isShape(t),
  Shape.isShape({}),
);
console.log(shapes.reduce((sum, s) => sum + s.area(), 0).toFixed(3), shapes);
