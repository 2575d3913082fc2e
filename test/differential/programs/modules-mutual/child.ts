import { describe, Parent } from "./parent.ts";
export class Child {
  origin = "child field";
  constructor(readonly parent: object = new Parent()) {}
  name() {
    return `child of ${describe(this.parent)}, itself ${describe(this)}`;
  }
}
