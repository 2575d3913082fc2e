// The kernels of scripts/instructions.mjs: what the benchmarks measure, small enough to be counted
// instruction by instruction. Deterministic: nothing here depends on time, order of addresses, or
// the number of CPUs. `args[0]` names the kernel.
import { args, chan, select, spawn, yieldNow, type Recv, type Send } from "wo-fiber/std";

function fib(n: number): number {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function loop(): number {
  let s = 2147000000;
  for (let i = 0; i < 1000000; i++) s += i;
  return s;
}

interface Body {
  x: number;
  y: number;
  vx: number;
  vy: number;
  mass: number;
}

function nbody(): number {
  const bodies: Body[] = [];
  for (let i = 0; i < 5; i++)
    bodies.push({ x: i * 3.5, y: i * i, vx: 0, vy: 1 / (i + 1), mass: 5 - i });
  for (let step = 0; step < 3000; step++) {
    for (let i = 0; i < 5; i++) {
      const p = bodies[i];
      for (let j = i + 1; j < 5; j++) {
        const q = bodies[j];
        const dx = p.x - q.x;
        const dy = p.y - q.y;
        const d2 = dx * dx + dy * dy + 0.01;
        const force = 0.001 / (d2 * Math.sqrt(d2));
        p.vx -= dx * q.mass * force;
        p.vy -= dy * q.mass * force;
        q.vx += dx * p.mass * force;
        q.vy += dy * p.mass * force;
      }
    }
    for (const p of bodies) {
      p.x += 0.001 * p.vx;
      p.y += 0.001 * p.vy;
    }
  }
  return bodies[0].x;
}

function mandel(): number {
  let total = 0;
  for (let y = 0; y < 60; y++) {
    for (let x = 0; x < 60; x++) {
      const cr = (2 * x) / 60 - 1.5;
      const ci = (2 * y) / 60 - 1;
      let zr = 0;
      let zi = 0;
      let i = 0;
      while (i < 50 && zr * zr + zi * zi <= 4) {
        const t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        i++;
      }
      total += i;
    }
  }
  return total;
}

function sieve(): number {
  const n = 200000;
  const marked = new Uint8Array(n + 1);
  let count = 0;
  for (let i = 2; i <= n; i++) {
    if (marked[i]) continue;
    count++;
    for (let j = i + i; j <= n; j += i) marked[j] = 1;
  }
  return count;
}

function words(): number {
  const parts: string[] = [];
  let x = 42;
  for (let i = 0; i < 10000; i++) {
    x = (x * 3877 + 29573) % 139968;
    parts.push("word" + (x % 500));
  }
  const text = parts.join(" ");
  const counts = new Map<string, number>();
  for (const word of text.split(" ")) counts.set(word, (counts.get(word) ?? 0) + 1);
  let sum = text.length;
  for (const [key, value] of counts) sum += key.length * value;
  return sum;
}

interface Tree {
  left: Tree | null;
  right: Tree | null;
}

function grow(depth: number): Tree {
  return depth === 0
    ? { left: null, right: null }
    : { left: grow(depth - 1), right: grow(depth - 1) };
}

function size(tree: Tree): number {
  return tree.left === null ? 1 : 1 + size(tree.left) + size(tree.right as Tree);
}

function trees(): number {
  const kept = grow(12);
  let sum = 0;
  for (let i = 0; i < 200; i++) sum += size(grow(7));
  return sum + size(kept);
}

abstract class Figure {
  abstract area(scale: number): number;
}
class Square extends Figure {
  side: number;
  constructor(side: number) {
    super();
    this.side = side;
  }
  area(scale: number): number {
    return this.side * this.side * scale;
  }
}
class Box extends Figure {
  width: number;
  height: number;
  constructor(width: number, height: number) {
    super();
    this.width = width;
    this.height = height;
  }
  area(scale: number): number {
    return this.width * this.height * scale;
  }
}
class Disc extends Figure {
  #radius: number;
  constructor(radius: number) {
    super();
    this.#radius = radius;
  }
  get radius(): number {
    return this.#radius;
  }
  area(scale: number): number {
    return 3 * this.radius * this.radius * scale;
  }
}

function methods(): number {
  const figures: Figure[] = [];
  for (let i = 0; i < 30; i++)
    figures.push(i % 3 === 0 ? new Square(i) : i % 3 === 1 ? new Box(i, 2) : new Disc(i));
  let sum = 0;
  for (let round = 0; round < 3000; round++) for (const one of figures) sum += one.area(round);
  return sum;
}

function closures(): number {
  const adders: ((n: number) => number)[] = [];
  for (let i = 0; i < 10; i++) adders.push((n) => n + i);
  let sum = 0;
  for (let round = 0; round < 4000; round++) {
    let bias = round;
    const next = (): number => bias++;
    for (const add of adders) sum += add(next());
  }
  const list = Array.from({ length: 2000 }, (_, i) => i);
  for (let round = 0; round < 10; round++)
    sum += list
      .map((n) => n * 2)
      .filter((n) => n % 3 === 0)
      .reduce((a, n) => a + n, 0);
  return sum;
}

function records(): number {
  let last = { id: 0, name: "none", weight: 0.5, next: 0, live: true };
  let sum = 0;
  for (let i = 0; i < 100000; i++) {
    last = { id: i, name: last.name, weight: last.weight + 1, next: last.id, live: i % 2 === 0 };
    sum += last.next;
  }
  return sum + last.weight;
}

function maps(): number {
  const numbers = new Map<number, number>();
  const names = new Map<string, number>();
  const keys = Array.from({ length: 500 }, (_, i) => "key" + i);
  for (let round = 0; round < 60; round++) {
    for (let i = 0; i < 500; i++) {
      numbers.set(i * 7, (numbers.get(i * 7) ?? 0) + 1);
      names.set(keys[i], (names.get(keys[i]) ?? 0) + i);
    }
  }
  let sum = 0;
  for (const value of numbers.values()) sum += value;
  for (const value of names.values()) sum += value;
  return sum;
}

function risky(n: number): number {
  if (n % 8 === 0) throw new RangeError("eight");
  return n;
}

function exceptions(): number {
  let sum = 0;
  for (let i = 0; i < 20000; i++) {
    try {
      sum += risky(i);
    } catch (error) {
      sum -= (error as Error).message.length;
    } finally {
      sum++;
    }
  }
  return sum;
}

function patterns(): number {
  let sum = 0;
  for (let i = 0; i < 15000; i++) {
    const [a, b, ...rest] = [i, i + 1, i + 2, i + 3];
    const { x, y: { z = 4 } = {}, ...others } = { x: a, w: b } as Record<string, any>;
    const joined = [...rest, x, z];
    sum += Math.max(...joined) + joined.length + others.w;
  }
  return sum;
}

function text(): number {
  let built = "";
  for (let i = 0; i < 20000; i++) built += String.fromCharCode(97 + (i % 26));
  let sum = 0;
  for (let i = 0; i + 5 < built.length; i += 3) {
    const part = built.slice(i, i + 5);
    sum += part.charCodeAt(2) + part.toUpperCase().length + (part.includes("z") ? 1 : 0);
  }
  for (let i = 0; i < 3000; i++) {
    const line = `${i}: ${i * 0.5} ${built.substring(i, i + 3)}`;
    sum += line.indexOf(" ") + line.replace(":", ";").length + Number(line.split(" ")[1]);
  }
  return (
    sum + JSON.stringify(JSON.parse(JSON.stringify({ list: built.slice(0, 99).split("") }))).length
  );
}

function collect(): number {
  const kept: { at: number; next: unknown }[] = [];
  let chain: unknown = null;
  for (let i = 0; i < 60000; i++) {
    chain = i % 100 === 0 ? null : { at: i, next: chain };
    if (i % 20 === 0) kept.push({ at: i, next: [i, String(i)] });
  }
  return kept.length;
}

function nothing(): void {}

function spawns(): number {
  for (let batch = 0; batch < 20; batch++) {
    for (let i = 0; i < 500; i++) spawn(nothing);
    yieldNow();
  }
  return 0;
}

function yielder(times: number, done: Send<number>): void {
  for (let i = 0; i < times; i++) yieldNow();
  done.send(times);
}

function switches(): number {
  const done = chan<number>(8);
  for (let i = 0; i < 8; i++) spawn(yielder, 8000, done.sender());
  let sum = 0;
  for (let i = 0; i < 8; i++) sum += done.recv() as number;
  return sum;
}

function echo(from: Recv<number>, to: Send<number>): void {
  for (const value of from) to.send(value);
}

function rendezvous(): number {
  const there = chan<number>();
  const back = chan<number>();
  spawn(echo, there.receiver(), back.sender());
  let sum = 0;
  for (let i = 0; i < 15000; i++) {
    there.send(i);
    sum += back.recv() as number;
  }
  return sum;
}

function produce(n: number, to: Send<number>): void {
  for (let i = 0; i < n; i++) to.send(i);
}

function bufchan(): number {
  const c = chan<number>(64);
  spawn(produce, 60000, c.sender());
  let sum = 0;
  for (let i = 0; i < 60000; i++) sum += c.recv() as number;
  return sum;
}

interface Parcel {
  name: string;
  list: number[];
}

function pack(n: number, to: Send<Parcel>): void {
  for (let i = 0; i < n; i++) to.send({ name: "parcel " + i, list: [i, i + 1, i + 2] });
}

function messages(): number {
  const c = chan<Parcel>(16);
  spawn(pack, 8000, c.sender());
  let sum = 0;
  for (let i = 0; i < 8000; i++) sum += (c.recv() as Parcel).list.length;
  return sum;
}

function selects(): number {
  const a = chan<number>();
  const b = chan<number>();
  const c = chan<number>();
  for (const one of [a, b, c]) spawn(produce, 3000, one.sender());
  let sum = 0;
  for (let i = 0; i < 9000; i++) sum += select({ a, b, c }).value as number;
  return sum;
}

function waiter(start: Recv<number>, done: Send<number>): void {
  done.send(start.recv() as number);
}

function parked(): number {
  const start = chan<number>();
  const done = chan<number>(5000);
  for (let i = 0; i < 5000; i++) spawn(waiter, start.receiver(), done.sender());
  yieldNow();
  for (let i = 0; i < 5000; i++) start.send(i);
  let sum = 0;
  for (let i = 0; i < 5000; i++) sum += done.recv() as number;
  return sum;
}

const kernels: Record<string, () => number> = {
  empty: () => 0,
  fib: () => fib(22),
  loop,
  nbody,
  mandel,
  sieve,
  words,
  trees,
  methods,
  closures,
  records,
  maps,
  exceptions,
  patterns,
  text,
  collect,
  spawn: spawns,
  switch: switches,
  rendezvous,
  bufchan,
  messages,
  select: selects,
  parked,
};

export function main(): void {
  if (args[0] === "list") console.log(Object.keys(kernels).join(" "));
  else console.log(args[0], kernels[args[0]]());
}
