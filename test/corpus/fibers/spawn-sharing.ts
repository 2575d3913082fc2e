// [W28] cycles and sharing inside one message survive; nothing aliases the sender's heap
import { spawn, chan } from "wo-fiber/std";
const shared = { v: 1 };
const graph: any = { a: shared, b: shared, list: [shared] };
graph.self = graph;
const out = chan<any>();
spawn((g: any, out: any) => {
  g.a.v = 42;
  out.send([g.a === g.b, g.b === g.list[0], g.self === g, g.list[0].v]);
}, graph, out.sender());
console.log(out.recv(), shared.v);
// expect: [ true, true, true, 42 ] 1
