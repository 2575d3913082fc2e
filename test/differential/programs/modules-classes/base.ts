export abstract class Shape {
  static made = 0;
  readonly #id: number;
  constructor(readonly name: string) {
    this.#id = ++Shape.made;
  }
  abstract area(): number;
  get id() {
    return this.#id;
  }
  static isShape(x: object): x is Shape {
    return #id in x;
  }
}
export function describe(shape: Shape) {
  return `${shape.id}:${shape.name}=${shape.area().toFixed(2)}`;
}
