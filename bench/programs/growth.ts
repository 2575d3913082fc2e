// What a fiber costs among few and among many: 10^3, which stay in the caches, and 10^6, which do
// not, met in the order they were made in and in a shuffled one.
import { args, chan, spawn, time, yieldNow, type Chan, type Recv, type Send } from "wo-fiber/std";
import { emit, perOp, rss } from "./measure.ts";

const few = 1e3,
  many = 1e6;

/** 0 to n - 1, shuffled by a generator of its own, so that every run has the same order. */
function shuffled(n: number): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  let seed = 1;
  for (let i = n - 1; i > 0; i--) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const j = Math.floor((seed / 4294967296) * (i + 1));
    const v = order[i];
    order[i] = order[j];
    order[j] = v;
  }
  return order;
}

// --- made, parked, woken, ended ---

function once(start: Recv<number>): void {
  start.recv();
}

function spawnBatch(n: number): [number, number] {
  const start = chan<number>();
  const t = time.monotonic();
  for (let i = 0; i < n; i++) spawn(once, start.receiver());
  yieldNow();
  const u = time.monotonic();
  for (let i = 0; i < n; i++) start.send(i);
  yieldNow();
  return [u - t, time.monotonic() - u];
}

function spawns(): void {
  let made = 0,
    woken = 0;
  for (let i = 0; i < many / few; i++) {
    const [a, b] = spawnBatch(few);
    made += a;
    woken += b;
  }
  emit((made * 1e6) / many, "ns/spawn@1e3");
  emit((woken * 1e6) / many, "ns/end@1e3");
  [made, woken] = spawnBatch(many);
  emit((made * 1e6) / many, "ns/spawn@1e6");
  emit((woken * 1e6) / many, "ns/end@1e6");
}

// --- fibers in a shuffled order: each waits at a gate of its own, and the gates open in that order ---

function lineUp(n: number, shuffle: boolean, one: (gate: Recv<number>) => void): void {
  const gates: Chan<number>[] = [];
  for (let i = 0; i < n; i++) {
    const gate = chan<number>();
    gates.push(gate);
    one(gate.receiver());
  }
  yieldNow();
  const order = shuffle ? shuffled(n) : undefined;
  for (let i = 0; i < n; i++) gates[order === undefined ? i : order[i]].send(i);
  yieldNow();
  for (const gate of gates) gate.release();
}

// --- switches: all wait for the start, which wakes them at once, in the order they stand in ---

function yielder(gate: Recv<number>, start: Recv<number>, each: number, done: Send<number>): void {
  gate.recv();
  gate.release();
  start.recv();
  for (let k = 0; k < each; k++) yieldNow();
  done.send(1);
}

function switches(n: number, rounds: number, unit: string, shuffle: boolean): void {
  const each = 10;
  let took = 0;
  for (let round = 0; round < rounds; round++) {
    const start = chan<number>(),
      done = chan<number>(n);
    lineUp(n, shuffle, (gate) => spawn(yielder, gate, start.receiver(), each, done.sender()));
    const t = time.monotonic();
    start.close();
    for (let i = 0; i < n; i++) done.recv();
    took += time.monotonic() - t;
  }
  emit((took * 1e6) / (n * rounds * each), unit);
}

// --- messages: over one channel where all wait, and over a channel of its own for each ---

function sharer(gate: Recv<number>, from: Recv<number>): void {
  gate.recv();
  gate.release();
  for (const v of from) if (v < 0) return;
}

function shared(n: number, rounds: number, unit: string, shuffle: boolean): void {
  const ch = chan<number>();
  lineUp(n, shuffle, (gate) => spawn(sharer, gate, ch.receiver()));
  const t = time.monotonic();
  for (let k = 0; k < rounds; k++) {
    for (let i = 0; i < n; i++) ch.send(k);
    yieldNow();
  }
  emit(perOp(t, n * rounds), unit);
}

function listener(from: Recv<number>): void {
  for (const v of from) if (v < 0) return;
}

function owned(n: number, rounds: number, unit: string, shuffle: boolean): void {
  const to: Chan<number>[] = [];
  for (let i = 0; i < n; i++) {
    const ch = chan<number>();
    to.push(ch);
    spawn(listener, ch.receiver());
  }
  yieldNow();
  const order = shuffle ? shuffled(n) : Array.from({ length: n }, (_, i) => i);
  const t = time.monotonic();
  for (let k = 0; k < rounds; k++) {
    for (let i = 0; i < n; i++) to[order[i]].send(k);
    yieldNow();
  }
  emit(perOp(t, n * rounds), unit);
}

function three(unit: string, run: typeof shared, rounds: number): void {
  run(few, 1000, `${unit}@1e3`, false);
  run(many, rounds, `${unit}@1e6`, false);
  run(many, rounds, `${unit}@1e6-shuffled`, true);
}

// --- a fiber that has done something ---

interface Note {
  text: string;
  length: number;
}

function keeper(from: Recv<string>, notes: Note[]): void {
  let note: Note | undefined;
  for (const text of from) note = { text, length: text.length };
  if (note !== undefined) notes.push(note);
}

function used(): void {
  const ch = chan<string>();
  const before = rss();
  for (let i = 0; i < many; i++) spawn(keeper, ch.receiver(), []);
  yieldNow();
  emit((rss() - before) / many, "B/fiber");
  const t = time.monotonic();
  // Those that have had theirs are behind those that have not.
  for (let i = 0; i < many; i++) ch.send(`message ${i}`);
  yieldNow();
  emit(perOp(t, many), "ns/message");
  emit((rss() - before) / many, "B/fiber-used");
}

const work: Record<string, () => void> = {
  spawn: spawns,
  switch: () => three("ns/switch", switches, 1),
  message: () => three("ns/message", shared, 3),
  own: () => three("ns/message", owned, 3),
  used,
};

export function main(): void {
  work[args[0]]();
}
