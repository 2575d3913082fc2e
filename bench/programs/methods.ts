// Method calls, closures, objects, exceptions, destructuring and spread. Node runs the same source
// with its types erased.
import { args, time } from "wo-fiber/std";

// --- methods ---

class Circle {
  radius: number;
  constructor(radius: number) {
    this.radius = radius;
  }
  area(): number {
    return this.radius * this.radius * 3;
  }
}
class Rectangle {
  width: number;
  height: number;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
  area(): number {
    return this.width * this.height;
  }
}
class Triangle {
  base: number;
  height: number;
  name = "triangle";
  constructor(base: number, height: number) {
    this.base = base;
    this.height = height;
  }
  area(): number {
    return (this.base * this.height) / 2;
  }
}

/** Method calls at one place over three classes, taken in turn. */
function poly(): number {
  const shapes: { area(): number }[] = [];
  for (let i = 0; i < 999; i++) {
    if (i % 3 === 0) shapes.push(new Circle(i % 7));
    else if (i % 3 === 1) shapes.push(new Rectangle(i % 5, i % 11));
    else shapes.push(new Triangle(i % 13, i % 4));
  }
  let sum = 0;
  for (let round = 0; round < 10000; round++) {
    for (let i = 0; i < shapes.length; i++) sum += shapes[i].area();
  }
  return sum;
}

class Animal {
  protected energy = 0;
  protected meals = 0;
  eat(amount: number): void {
    this.energy += amount;
    this.meals++;
  }
  weight(): number {
    return this.energy & 1023;
  }
}
class Bird extends Animal {
  wings = 2;
  fly(): void {
    this.energy -= this.wings;
  }
}
class Parrot extends Bird {
  words = 3;
  eat(amount: number): void {
    super.eat(amount + this.words);
  }
  weight(): number {
    return super.weight() + this.wings;
  }
}

/** Methods found one and two prototypes up, and calls of super. */
function inherit(): number {
  const birds = [new Parrot(), new Bird(), new Parrot(), new Bird()];
  let sum = 0;
  for (let i = 0; i < 3000000; i++) {
    const bird = birds[i & 3];
    bird.eat(i & 7);
    bird.fly();
    sum += bird.weight();
  }
  return sum;
}

class Temperature {
  #celsius = 0;
  get celsius(): number {
    return this.#celsius;
  }
  set celsius(value: number) {
    this.#celsius = value;
  }
  get fahrenheit(): number {
    return this.#celsius * 2 + 30;
  }
}

/** Getters and setters of a class. */
function accessors(): number {
  const one = new Temperature();
  let sum = 0;
  for (let i = 0; i < 5000000; i++) {
    one.celsius = i & 63;
    sum += one.celsius + one.fahrenheit;
  }
  return sum;
}

// --- closures ---

/** Callbacks of the array methods. */
function folds(): number {
  const numbers: number[] = [];
  for (let i = 0; i < 1000; i++) numbers.push(i);
  let sum = 0;
  for (let round = 0; round < 8000; round++) {
    sum += numbers
      .map((x) => x * 2 + round)
      .filter((x) => x % 3 !== 0)
      .reduce((total, x) => total + x, 0);
    numbers.forEach((x) => {
      sum += x;
    });
  }
  return sum;
}

/** Functions that make functions, and variables that these share. */
function compose(): number {
  const add = (a: number) => (b: number) => a + b;
  const both =
    (f: (x: number) => number, g: (x: number) => number) =>
    (x: number): number =>
      g(f(x));
  const counter = () => {
    let count = 0;
    return { next: () => ++count, count: () => count };
  };
  let sum = 0;
  for (let i = 0; i < 1000000; i++) {
    const one = counter();
    const f = both(add(i), both(add(1), add(2)));
    one.next();
    one.next();
    sum += f(3) + one.count();
  }
  return sum;
}

// --- objects ---

interface Five {
  id: number;
  name: string;
  price: number;
  tags: number[] | null;
  next: Five | null;
}

/** Literals of five fields. */
function literals(): number {
  let last: Five | null = null;
  let sum = 0;
  for (let i = 0; i < 5000000; i++) {
    const one: Five = { id: i, name: "item", price: i * 2, tags: null, next: last };
    sum += one.price + (one.next === null ? 0 : one.next.id);
    one.next = null;
    last = one;
  }
  return sum;
}

class Order {
  id: number;
  customer: string;
  amount: number;
  paid = false;
  note: string | null = null;
  constructor(id: number, customer: string, amount: number) {
    this.id = id;
    this.customer = customer;
    this.amount = amount;
  }
}
class Vector {
  constructor(
    public x: number,
    public y: number,
    public z: number,
    public w: number,
    public t: number,
  ) {}
}

/** Instances of two classes of five fields. */
function instances(): number {
  let sum = 0;
  for (let i = 0; i < 1200000; i++) {
    const order = new Order(i, "someone", i & 15);
    const vector = new Vector(i, 1, 2, 3, 4);
    sum += order.amount + vector.x + vector.t;
  }
  return sum;
}

// --- exceptions ---

function check(i: number, mask: number): number {
  if ((i & mask) === mask) throw new RangeError("out of range");
  return i & 7;
}

/** try, catch and finally around calls that hardly ever throw. */
function guarded(): number {
  let sum = 0;
  for (let i = 0; i < 6000000; i++) {
    try {
      sum += check(i, 0xffff);
    } catch (error) {
      sum += (error as Error).message.length;
    } finally {
      sum++;
    }
  }
  return sum;
}

/** Errors made, thrown and caught, every time. */
function throwing(): number {
  let sum = 0;
  for (let i = 0; i < 200000; i++) {
    try {
      sum += check(i, 0);
    } catch (error) {
      sum += (error as Error).message.length;
    }
  }
  return sum;
}

function unwrap(i: number): number {
  if (i & 1) throw i;
  return i;
}

/** Values that are no errors, thrown through a finally every other time. */
function thrown(): number {
  let sum = 0;
  for (let i = 0; i < 1500000; i++) {
    try {
      try {
        sum += unwrap(i);
      } finally {
        sum++;
      }
    } catch (value) {
      sum += value as number;
    }
  }
  return sum;
}

// --- patterns ---

/** Array and object patterns, with defaults and rest. */
function patterns(): number {
  const pairs: number[][] = [];
  for (let i = 0; i < 16; i++) pairs.push([i, i + 1, i + 2, i + 3]);
  const points: { x: number; y: number; z?: number; w: number }[] = [];
  for (let i = 0; i < 16; i++)
    points.push(i & 1 ? { x: i, y: 1, w: 3 } : { x: i, y: 1, z: 5, w: 3 });
  let sum = 0;
  let a = 1;
  let b = 2;
  for (let i = 0; i < 1000000; i++) {
    const [p, q = 7] = pairs[i & 15];
    const { x, y, z = 9 } = points[i & 15];
    [a, b] = [b, a];
    sum += p + q + x + y + z + a;
    if ((i & 3) === 0) {
      const [head, ...tail] = pairs[i & 15];
      const { w, ...others } = points[i & 15];
      sum += head + tail.length + w + others.x;
    }
  }
  return sum;
}

function total(a: number, b: number, c: number, ...more: number[]): number {
  return a + b + c + more.length;
}

/** Spread in calls, in array literals and in object literals. */
function spread(): number {
  const three = [1, 2, 3];
  const options = { width: 3, height: 4, depth: 5 };
  let sum = 0;
  for (let i = 0; i < 400000; i++) {
    sum += total(...three) + total(i, ...three);
    const longer = [...three, i];
    const changed = { ...options, depth: i, extra: 1 };
    sum += longer.length + changed.depth + changed.width;
  }
  return sum;
}

const work: Record<string, () => number> = {
  poly,
  inherit,
  accessors,
  folds,
  compose,
  literals,
  instances,
  guarded,
  throwing,
  thrown,
  patterns,
  spread,
};

export function main(): void {
  const t = time.monotonic();
  const r = work[args[0]]();
  console.log((time.monotonic() - t).toFixed(3), r);
}
