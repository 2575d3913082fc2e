// Arrays used from both ends, with every other way to reach an element in between
let seed = 12345;
function random(n: number): number {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * n);
}

// What the array should hold, kept without shift or unshift.
function check(a: any[], model: any[]): void {
  if (a.length !== model.length) throw new Error(`length ${a.length}, not ${model.length}`);
  for (let i = 0; i < model.length; i++) {
    if (a[i] !== model[i]) throw new Error(`at ${i}: ${a[i]}, not ${model[i]}`);
  }
  if (a[-1] !== undefined || a[a.length] !== undefined) throw new Error("outside");
}

for (let round = 0; round < 40; round++) {
  let a: any[] = [];
  let model: any[] = [];
  for (let step = 0; step < 400; step++) {
    const value = random(1000);
    switch (random(14)) {
      case 0:
      case 1:
      case 2:
        a.push(value);
        model = [...model, value];
        break;
      case 3:
      case 4:
      case 5:
        if (a.shift() !== model[0]) throw new Error("shift");
        model = model.slice(1);
        break;
      case 6:
        a.unshift(value, step);
        model = [value, step, ...model];
        break;
      case 7:
        if (a.pop() !== model.at(-1)) throw new Error("pop");
        model = model.slice(0, -1);
        break;
      case 8: {
        const at = random(a.length + 3);
        a[at] = value;
        while (model.length < at) model = [...model, undefined];
        model = [...model.slice(0, at), value, ...model.slice(at + 1)];
        break;
      }
      case 9: {
        const at = random(a.length + 1);
        const gone = random(3);
        a.splice(at, gone, value);
        model = [...model.slice(0, at), value, ...model.slice(at + gone)];
        break;
      }
      case 10:
        a.reverse();
        model = model.map((_, i) => model[model.length - 1 - i]);
        break;
      case 11:
        a.length = random(a.length + 1);
        model = model.slice(0, a.length);
        break;
      case 12:
        a = random(2) ? a.slice(1) : a.concat([value]);
        model = a.length < model.length ? model.slice(1) : model.length ? [...model, value] : [...a];
        break;
      default:
        a.fill(value, 1, 3);
        model = model.map((item, i) => (i === 1 || i === 2 ? value : item));
    }
    check(a, model);
  }
  console.log(round, a.length, a.join(","), a.indexOf(model[3]), a.includes(-1), JSON.stringify(a));
}

// A queue that stays as long as it is, and one that is emptied again and again.
const queue: number[] = [];
let sum = 0;
for (let i = 0; i < 20000; i++) {
  queue.push(i);
  if (i > 300) sum += queue.shift() ?? 0;
}
console.log(queue.length, queue[0], queue[300], queue[301], sum, queue.slice(0, 3), Object.keys(queue).length);
for (let i = 0; i < 1000; i++) {
  queue.push(i);
  while (queue.length) sum += queue.shift() ?? 0;
}
console.log(queue, sum);

// Holes and shifting, sparse afterwards, frozen, spread, iterated meanwhile.
const holes = [, 1, , 2, ,];
console.log(holes.shift(), holes, holes.shift(), holes, 0 in holes, holes.length);
const wide = [1, 2, 3];
wide.shift();
wide[5000] = 9;
console.log(wide.length, wide[0], wide[1], 2 in wide, Object.keys(wide));
wide.shift();
console.log(wide.length, wide[0], wide[4999], Object.keys(wide));
const frozen = [1, 2, 3, 4];
frozen.shift();
Object.freeze(frozen);
try {
  frozen.shift();
} catch (e) {
  console.log((e as Error).constructor.name, frozen);
}
const seen: number[] = [];
const moving = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
for (const item of moving) {
  seen.push(item);
  if (item % 3 === 0) moving.shift();
}
console.log(seen, moving, Math.max(...moving), [...moving.entries()]);
moving.shift();
console.log([...moving].sort((x, y) => y - x), moving.copyWithin(0, 1), moving.with(0, 5), moving.toSpliced(1, 1));
const negative: any = [1, 2, 3, 4];
negative.shift();
negative[-1] = "kept";
console.log(negative, negative[-1], negative[-2], negative.length);
console.log(structuredClone(moving), moving.map((x) => x * 2), moving.filter((x) => x > 5));
