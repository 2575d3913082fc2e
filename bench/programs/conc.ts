// Workload B: fibers and channels, the counterpart of bench/peers/go/conc.go.
import {
  args,
  chan,
  fs,
  select,
  spawn,
  time,
  yieldNow,
  type Chan,
  type Recv,
  type Send,
} from "wo-fiber/std";
import { emit, perOp, rss } from "./measure.ts";

function nothing(): void {}

function spawnExit(): void {
  const t = time.monotonic();
  for (let batch = 0; batch < 1000; batch++) {
    for (let i = 0; i < 1000; i++) spawn(nothing);
    yieldNow();
  }
  emit(perOp(t, 1e6), "ns/fiber");
}

function waiter(start: Recv<number>, done: Send<number>): void {
  const v = start.recv();
  if (v === 999999) done.send(v);
}

function parked(): void {
  const n = 1e6,
    start = chan<number>(),
    done = chan<number>(1);
  const r = rss(),
    t = time.monotonic();
  for (let i = 0; i < n; i++) spawn(waiter, start.receiver(), done.sender());
  yieldNow();
  emit(perOp(t, n), "ns/fiber");
  emit((rss() - r) / n, "B/fiber");
  const u = time.monotonic();
  for (let i = 0; i < n; i++) start.send(i);
  done.recv();
  emit(perOp(u, n), "ns/wake");
}

function yielder(each: number, done: Send<number>): void {
  for (let k = 0; k < each; k++) yieldNow();
  done.send(1);
}

function yields(fibers: number, each: number): void {
  const done = chan<number>(fibers);
  for (let i = 0; i < fibers; i++) spawn(yielder, each, done.sender());
  const t = time.monotonic();
  for (let i = 0; i < fibers; i++) done.recv();
  emit(perOp(t, fibers * each), "ns/switch");
}

function echo(from: Recv<number>, to: Send<number>): void {
  for (const v of from) to.send(v);
}

function pingpong(): void {
  const n = 1e6,
    a = chan<number>(),
    b = chan<number>();
  spawn(echo, a.receiver(), b.sender());
  const t = time.monotonic();
  for (let i = 0; i < n; i++) {
    a.send(i);
    b.recv();
  }
  emit(perOp(t, n), "ns/round");
}

function produce(n: number, to: Send<number>): void {
  for (let i = 0; i < n; i++) to.send(i);
}

function bufchan(): void {
  const n = 5e6,
    c = chan<number>(1024);
  spawn(produce, n, c.sender());
  const t = time.monotonic();
  for (let i = 0; i < n; i++) c.recv();
  emit(perOp(t, n), "ns/msg");
}

function stage(from: Recv<number>, to: Send<number>): void {
  for (const v of from) to.send(v + 1);
}

function zeros(n: number, to: Send<number>): void {
  for (let i = 0; i < n; i++) to.send(0);
}

function daisy(): void {
  const stages = 1000,
    msgs = 1000,
    head = chan<number>();
  let last: Chan<number> = head;
  for (let i = 0; i < stages; i++) {
    const next = chan<number>();
    spawn(stage, last.receiver(), next.sender());
    last = next;
  }
  const t = time.monotonic();
  spawn(zeros, msgs, head.sender());
  for (let i = 0; i < msgs; i++) last.recv();
  emit(perOp(t, stages * msgs), "ns/hop");
}

function select8(): void {
  const n = 50000;
  const c = Array.from({ length: 8 }, () => chan<number>());
  for (const ch of c) spawn(produce, n, ch.sender());
  const [c0, c1, c2, c3, c4, c5, c6, c7] = c;
  const t = time.monotonic();
  for (let i = 0; i < 8 * n; i++) select({ c0, c1, c2, c3, c4, c5, c6, c7 });
  emit(perOp(t, 8 * n), "ns/msg");
}

function sleeper(ms: number, done: Send<number>): void {
  time.sleep(ms);
  done.release();
}

// User and system time of this process so far, in ns; the kernel counts it in hundredths of a second.
function cpuTime(): number {
  const fields = fs.readText("/proc/self/stat").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 1e7;
}

function timers(): void {
  const n = 1e6;
  const ended = chan<number>();
  const r = rss();
  const cpu = cpuTime();
  const t = time.monotonic();
  for (let i = 0; i < n; i++) spawn(sleeper, 6000 + ((i * 7919) % 1000), ended.sender());
  yieldNow();
  const made = time.monotonic();
  emit(perOp(t, n), "ns/create");
  time.sleep(t + 5900 - made);
  emit((rss() - r) / n, "B/fiber");
  const last = ended.receiver();
  ended.release();
  for (const _ of last); // the stream ends with the last sleeper
  emit((cpuTime() - cpu) / n, "cpu-ns/timer");
  emit(time.monotonic() - made - 7000, "ms-late");
}

const work: Record<string, () => void> = {
  spawn: spawnExit,
  parked,
  pingpong,
  bufchan,
  daisy,
  select8,
  timers,
  yield2: () => yields(2, 1e6),
  yield10k: () => yields(1e4, 200),
};

export function main(): void {
  work[args[0]]();
}
