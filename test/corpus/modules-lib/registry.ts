// a class with static state, imported by the corpus
export class Registry {
  static names: string[] = ["base"];
  static count = 0;
  static add(name: string) { Registry.names.push(name); Registry.count++; }
}
