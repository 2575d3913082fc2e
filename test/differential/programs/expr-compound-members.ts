// Compound assignment to members evaluates object and key once
const log: string[] = [];
const store: Record<string, number> = { a: 1, b: 2 };
function object() {
  log.push("object");
  return store;
}
function key(name: string) {
  log.push(`key ${name}`);
  return name;
}
function value(n: number) {
  log.push(`value ${n}`);
  return n;
}
object()[key("a")] += value(5);
object()[key("b")] *= value(7);
object()[key("c")] ??= value(9);
object()[key("c")] ??= value(10);
object()[key("a")] &&= value(11);
object()[key("d")] ||= value(12);
object()[key("b")]++;
--object()[key("b")];
console.log(store);
console.log(log.join("; "));
const watched = {
  reads: 0,
  writes: 0,
  hidden: 10,
  get v() {
    this.reads++;
    return this.hidden;
  },
  set v(next) {
    this.writes++;
    this.hidden = next;
  },
};
watched.v += 1;
watched.v++;
watched.v ||= 99;
watched.v &&= 3;
watched.v **= 2;
console.log(watched.hidden, watched.reads, watched.writes);
const list = [1, 2, 3];
let i = 0;
list[i++] += list[i++] * list[i];
console.log(list, i);
