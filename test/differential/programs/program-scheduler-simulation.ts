// Discrete event simulation: round robin, priorities, a bank queue with a seeded generator
interface Task {
  name: string;
  arrives: number;
  needs: number;
  priority: number;
}
const tasks: Task[] = [
  { name: "A", arrives: 0, needs: 5, priority: 2 },
  { name: "B", arrives: 1, needs: 3, priority: 1 },
  { name: "C", arrives: 2, needs: 8, priority: 3 },
  { name: "D", arrives: 3, needs: 2, priority: 1 },
];
type Pick = (ready: (Task & { left: number })[]) => number;
function simulate(policy: Pick, quantum: number) {
  const waiting = tasks.map((t) => ({ ...t, left: t.needs }));
  const ready: typeof waiting = [];
  const finished: Record<string, number> = {};
  let chart = "";
  for (let now = 0; waiting.length + ready.length > 0; ) {
    while (waiting[0]?.arrives <= now) ready.push(waiting.shift()!);
    if (ready.length === 0) {
      chart += ".";
      now++;
      continue;
    }
    const [task] = ready.splice(policy(ready), 1);
    const slice = Math.min(quantum, task.left);
    chart += task.name.repeat(slice);
    now += slice;
    task.left -= slice;
    while (waiting[0]?.arrives <= now) ready.push(waiting.shift()!);
    if (task.left > 0) ready.push(task);
    else finished[task.name] = now - task.arrives;
  }
  const average = Object.values(finished).reduce((a, b) => a + b, 0) / tasks.length;
  return `${chart} ${JSON.stringify(finished)} ${average}`;
}
const least =
  (key: (t: Task & { left: number }) => number): Pick =>
  (ready) =>
    ready.reduce((best, t, i) => (key(t) < key(ready[best]) ? i : best), 0);
const policies: Record<string, [Pick, number]> = {
  fifo: [() => 0, Infinity],
  robin: [() => 0, 2],
  shortest: [least((t) => t.needs), Infinity],
  remaining: [least((t) => t.left), 1],
  priority: [least((t) => t.priority), 3],
};
for (const [name, [pick, quantum]] of Object.entries(policies))
  console.log(name.padEnd(10), simulate(pick, quantum));
class Random {
  constructor(private state: number) {}
  next() {
    this.state = Math.imul(this.state ^ (this.state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((this.state ^ (this.state >>> 12)) >>> 0) / 2 ** 32;
  }
  exponential(mean: number) {
    let n = 0;
    while (this.next() > 1 / mean) n++;
    return n;
  }
}
type Event = { at: number; run: () => void };
class Simulation {
  now = 0;
  #events: Event[] = [];
  after(delay: number, run: () => void) {
    const event = { at: this.now + delay, run };
    let i = this.#events.length;
    while (i > 0 && this.#events[i - 1].at > event.at) i--;
    this.#events.splice(i, 0, event);
  }
  run(until: number) {
    for (let event; (event = this.#events.shift()) && event.at <= until; ) {
      this.now = event.at;
      event.run();
    }
  }
}
function bank(clerks: number, seed: number) {
  const random = new Random(seed);
  const sim = new Simulation();
  const queue: number[] = [];
  let [free, served, waited, longest] = [clerks, 0, 0, 0];
  const serve = () => {
    while (free > 0 && queue.length > 0) {
      free--;
      waited += sim.now - queue.shift()!;
      sim.after(random.exponential(9), () => {
        free++;
        served++;
        serve();
      });
    }
  };
  const arrive = () => {
    queue.push(sim.now);
    longest = Math.max(longest, queue.length);
    serve();
    sim.after(random.exponential(5), arrive);
  };
  arrive();
  sim.run(1000);
  return {
    clerks,
    served,
    longest,
    waiting: queue.length,
    average: (waited / Math.max(1, served)).toFixed(2),
  };
}
for (const clerks of [1, 2, 3]) console.log(bank(clerks, 12345));
