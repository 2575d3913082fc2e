import { Child } from "./child.ts";
export class Parent {
  origin = "parent field";
  makeChild() {
    return new Child(this);
  }
}
export const describe = (x: object) => (x instanceof Parent ? "parent" : "other");
