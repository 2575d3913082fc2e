// Heaps and their collection: how fast, and how long a program stands still for it. Run with
// wo_run --gc-stats, which adds the pauses. Prints "VALUE UNIT" lines.
import { args, chan, type Recv, type Send, spawn, time, yieldNow } from "wo-fiber/std";
import { emit, perOp, rss } from "./measure.ts";

interface Entry {
  key: number;
  text: string;
  next: Entry | null;
  links: Entry[];
}

const entry = (key: number, next: Entry | null): Entry => ({
  key,
  text: `entry ${key}`,
  next,
  links: [],
});

/** `megabytes` of live data in one isolate, a part of which is replaced all the time. */
function steady(megabytes: number): number {
  const bytesEach = 128;
  const count = Math.floor((megabytes * 1e6) / bytesEach);
  const since = time.monotonic();
  const table: Entry[] = [];
  for (let i = 0; i < count; i++) table.push(entry(i, i % 16 ? table[i - 1] : null));
  const built = time.monotonic();
  const steps = 4_000_000;
  let seed = 12345;
  let sum = 0;
  for (let i = 0; i < steps; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const at = seed % count;
    const old = table[at];
    if (i % 4 === 0) table[at] = entry(i, null);
    else if (old.links.length < 2) old.links.push(entry(i, null));
    else old.links = [];
    sum += old.key & 7;
  }
  emit(perOp(built, steps), "ns/step");
  emit(built - since, "ms-build");
  return sum;
}

interface Work {
  step: number;
}

function small(from: Recv<Work>, out: Send<number>, kilobytes: number): void {
  const kept: Entry[] = [];
  for (let i = 0; i < kilobytes * 9; i++) kept.push(entry(i, null));
  for (const work of from) {
    let sum = 0;
    // Enough garbage that heaps of this size are collected now and then.
    for (let i = 0; i < 800; i++) sum += entry(i + work.step, kept[i % kept.length]).key;
    out.send(sum & 1);
  }
}

/** Workers of one group: a fiber that had all of them would not be one with 10 KB. */
function group(from: Recv<Work>, out: Send<number>, size: number): void {
  const done = chan<number>(64);
  const workers: Send<Work>[] = [];
  for (let i = 0; i < size; i++) {
    const jobs = chan<Work>(1);
    spawn(small, jobs.receiver(), done.sender(), 10);
    workers.push(jobs.sender());
    jobs.release();
  }
  for (const job of from) {
    let sum = 0;
    for (const worker of workers) worker.send(job);
    for (let i = 0; i < size; i++) sum += done.recv() ?? 0;
    out.send(sum);
  }
}

/** Many isolates with 10 KB each, in groups of some hundred, one group after the other at work. */
function many(isolates: number): number {
  const size = Math.ceil(Math.sqrt(isolates));
  const done = chan<number>(1);
  const groups: Send<Work>[] = [];
  for (let i = 0; i < isolates; i += size) {
    const jobs = chan<Work>(1);
    spawn(group, jobs.receiver(), done.sender(), Math.min(size, isolates - i));
    groups.push(jobs.sender());
    jobs.release();
  }
  yieldNow();
  const since = time.monotonic();
  const rounds = 4;
  let sum = 0;
  for (let step = 0; step < rounds; step++) {
    for (const jobs of groups) {
      jobs.send({ step });
      sum += done.recv() ?? 0;
    }
  }
  emit(perOp(since, rounds * isolates), "ns/turn");
  emit(rss() / isolates, "B/isolate");
  return sum;
}

const work: Record<string, (size: number) => number> = { steady, many };

export function main(): void {
  work[args[0]](Number(args[1]));
}
