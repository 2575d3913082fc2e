import type { Shape } from "./base.ts";
export class Registry {
  static readonly instance = new Registry();
  #all: Shape[] = [];
  add(shape: Shape) {
    this.#all.push(shape);
  }
  names() {
    return this.#all.map((s) => s.name).join();
  }
}
