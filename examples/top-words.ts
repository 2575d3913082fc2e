/**
 * Counts the words of files and folders, one fiber per file, and prints the most frequent.
 *
 *   npx wo run examples/top-words.ts README.md docs
 *
 * A walker sends file names; each file gets a fiber that counts in batches; one fiber owns the
 * totals. Nothing grows with the size of the input: batches and totals are bounded, and if there
 * are more distinct words than the totals hold, the rarest are forgotten and the result says so.
 */
import { chan, fs, io, spawn, type Chan, type Recv, type Send } from "wo-fiber/std";

type Counts = Map<string, number>;
interface Totals {
  counts: Counts;
  words: number;
  forgotten: number;
}

const batchWords = 5_000;
const totalWords = 500_000;
const openFiles = 64;
const shown = 20;

/** Sends the files below `paths`; what cannot be read is skipped, and so is what is no file. */
function walk(paths: string[], files: Send<string>): void {
  for (const path of paths) {
    try {
      const { kind } = fs.stat(path);
      if (kind === "file") files.send(path);
      if (kind === "directory") walk(inside(path), files);
    } catch (error) {
      skip(path, error);
    }
  }
}

function inside(folder: string): string[] {
  const names = fs.list(folder).filter((name) => !name.startsWith(".") && name !== "node_modules");
  return names.map((name) => `${folder}/${name}`);
}

function skip(path: string, error: unknown): void {
  console.error(`skipped ${path}: ${error instanceof Error ? error.message : error}`);
}

/** Letters, digits, and everything beyond ASCII; an apostrophe only inside a word. */
function isWordUnit(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || unit > 127;
}

function countLine(line: string, counts: Counts): void {
  let start = -1;
  for (let i = 0; i <= line.length; i++) {
    const unit = i < line.length ? line.charCodeAt(i) : 32;
    if (isWordUnit(unit) || (unit === 39 && start >= 0 && isWordUnit(line.charCodeAt(i + 1)))) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      const word = line.slice(start, i);
      counts.set(word, (counts.get(word) ?? 0) + 1);
      start = -1;
    }
  }
}

/** Runs in a fiber of its own for each file; `tickets` bounds how many read at once. */
function countFile(path: string, tickets: Chan<number>, batches: Send<Counts>): void {
  const ticket = tickets.recv() ?? 0;
  let counts: Counts = new Map();
  try {
    for (const line of fs.lines(path)) {
      countLine(line.toLowerCase(), counts);
      if (counts.size >= batchWords) {
        batches.send(counts);
        counts = new Map();
      }
    }
  } catch (error) {
    skip(path, error);
  }
  batches.send(counts);
  tickets.send(ticket);
}

/** Keeps the totals bounded: halves the table by dropping the words seen least. */
function forget(totals: Totals): void {
  for (let least = 1; totals.counts.size > totalWords / 2; least *= 2) {
    for (const [word, count] of totals.counts) {
      if (count <= least) {
        totals.counts.delete(word);
        totals.forgotten++;
      }
    }
  }
}

function aggregate(batches: Recv<Counts>, result: Send<Totals>): void {
  const totals: Totals = { counts: new Map(), words: 0, forgotten: 0 };
  const live = io.isTerminal(2);
  for (const batch of batches) {
    for (const [word, count] of batch) {
      totals.words += count;
      totals.counts.set(word, (totals.counts.get(word) ?? 0) + count);
    }
    if (totals.counts.size > totalWords) forget(totals);
    if (live) io.stderr(`\r${totals.words} words, ${totals.counts.size} distinct `);
  }
  if (live) io.stderr("\r\x1b[K");
  result.send(totals);
}

function print(totals: Totals): void {
  const top = [...totals.counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, shown);
  const width = Math.max(4, ...top.map(([word]) => word.length));
  const digits = Math.max(5, ...top.map(([, count]) => String(count).length));
  console.log(`${"word".padEnd(width)}  ${"count".padStart(digits)}  share`);
  for (const [word, count] of top) {
    const share = ((100 * count) / totals.words).toFixed(2);
    console.log(`${word.padEnd(width)}  ${String(count).padStart(digits)}  ${share.padStart(4)}%`);
  }
  console.log(`${totals.words} words, ${totals.counts.size} distinct`);
  if (totals.forgotten > 0)
    console.log(
      `${totals.forgotten} rare words were forgotten on the way: counts are lower bounds`,
    );
}

/** A fiber for each file that comes in; they share one stream of batches into one owner of the totals. */
function startCounting(files: Recv<string>, result: Send<Totals>): void {
  const batches = chan<Counts>(16);
  const tickets = chan<number>(openFiles);
  for (let i = 0; i < openFiles; i++) tickets.send(i);
  spawn(aggregate, batches.receiver(), result);
  for (const path of files) spawn(countFile, path, tickets, batches.sender());
}

export function main(...paths: string[]): void {
  if (paths.length === 0) {
    io.stderr("usage: wo run examples/top-words.ts FILE_OR_FOLDER...\n");
    return;
  }
  const files = chan<string>(64);
  const result = chan<Totals>(1);
  spawn(walk, paths, files.sender());
  spawn(startCounting, files.receiver(), result.sender());
  files.release(); // the walker is now the only sender: the stream ends when it does
  const totals = result.recv();
  if (totals !== undefined) print(totals);
}
