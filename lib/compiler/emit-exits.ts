/**
 * Leaving: break, continue and return on their way through iterators, drops and finally blocks.
 *
 * A finally block is emitted once. Whoever goes through it writes a completion kind (0 falls out of
 * the block, 1 throws, from 2 on the exits in the order they were found) and the value returned into
 * two registers, and jumps to it; behind the block the kinds are told apart again.
 */
import type { Range } from "./assemble.ts";
import type { Departure, Exit, FinallyExit, FunctionEmitter } from "./emit-state.ts";
import type { Node } from "./parse.ts";

/** Completion kinds of a finally block; those of exits start at `departure`. */
const completion = { normal: 0, departure: 2 } as const;

/**
 * Emits an exit from here: what every construct on the way wants done, then the jump or return.
 * `value` is the register of what is returned, undefined for nothing.
 */
export function leave(f: FunctionEmitter, departure: Departure, value?: number): void {
  const gaps = new Gaps(f);
  const target = departure.how === "return" ? undefined : departure.target;
  for (let i = f.exits.length - 1; i >= 0; i--) {
    const exit = f.exits[i];
    if (exit === undefined) continue;
    const arrived = exit === target;
    switch (exit.kind) {
      case "loop":
        if (exit.iterator !== undefined && !(arrived && departure.how === "continue")) {
          gaps.open(exit.iterator.range);
          gaps.risky = true;
          f.asm.op("ITERCLOSE", exit.iterator.window, 0);
        }
        break;
      case "drop":
        f.asm.op("DROP", exit.register);
        gaps.open(exit.range);
        break;
      case "catch":
        gaps.open(exit.range);
        break;
      case "finally":
        passFinally(f, exit, departure, value);
        return gaps.close();
    }
    if (arrived) {
      f.asm.jump(labelOf(exit, departure.how));
      return gaps.close();
    }
  }
  gaps.risky = true;
  emitRet(f, value);
  gaps.close();
}

function labelOf(exit: Exit, how: Departure["how"]): FinallyExit["label"] {
  if (exit.kind === "loop") return how === "continue" ? exit.continueLabel : exit.breakLabel;
  if (exit.kind === "block") return exit.breakLabel;
  throw new Error("an exit to something that is no target");
}

/**
 * Code on the way out is behind the constructs it has passed, so their handlers must not cover it:
 * an error of an iterator's `return` goes to the handlers further out.
 */
class Gaps {
  readonly #f: FunctionEmitter;
  readonly #open: { range: Range; start: number }[] = [];
  /** Something that may throw was emitted in the gap. */
  risky = false;

  constructor(f: FunctionEmitter) {
    this.#f = f;
  }

  open(range: Range): void {
    this.#open.push({ range, start: this.#f.asm.pc });
  }

  close(): void {
    if (!this.risky) return;
    const end = this.#f.asm.pc;
    for (const { range, start } of this.#open) if (end > start) range.gaps.push({ start, end });
  }
}

function passFinally(
  f: FunctionEmitter,
  exit: FinallyExit,
  departure: Departure,
  value: number | undefined,
): void {
  if (!f.asm.live) return;
  let index = exit.pending.findIndex(
    (one) =>
      one.how === departure.how &&
      (one.how === "return" || departure.how === "return" || one.target === departure.target),
  );
  if (index < 0) index = exit.pending.push(departure) - 1;
  if (departure.how === "return") {
    if (value === undefined) f.loadUndefined(exit.completion + 1);
    else f.asm.op("MOVE", exit.completion + 1, value);
  }
  f.asm.wide("LOADI", exit.completion, completion.departure + index);
  f.asm.jump(exit.label);
}

/** `return value`, through everything around it. */
export function emitReturn(f: FunctionEmitter, value: number | undefined): void {
  leave(f, { how: "return" }, value);
}

/** The return itself. A derived constructor answers `this`, which super() must have made. */
function emitRet(f: FunctionEmitter, value: number | undefined): void {
  if (f.info.kind === "derived") {
    const returned = f.asm.label();
    if (value !== undefined) f.asm.branch("JNUNDEF", value, returned);
    if (!f.thisReady) f.asm.op("CHECKTHIS", 0);
    if (value !== undefined) f.asm.place(returned);
  }
  if (value === undefined) f.asm.op("RETU");
  else f.asm.op("RET", value);
}

/**
 * Runs `body`, then `last` on every way out of it. `last` gets the register of the completion kind;
 * when it ends, what the completion asks for goes on.
 */
export function emitFinally(
  f: FunctionEmitter,
  body: () => void,
  last: (completion: number) => void,
  place: Node,
): void {
  if (!f.asm.live) return;
  const mark = f.next;
  const register = f.temp(2);
  const exit: FinallyExit = {
    kind: "finally",
    completion: register,
    label: f.asm.label(),
    pending: [],
  };
  const range = f.asm.range();
  f.exits.push(exit);
  body();
  f.exits.pop();
  if (f.asm.live) {
    f.asm.wide("LOADI", register, completion.normal);
    exit.label.used = true;
  }
  const falls = f.asm.live;
  f.asm.cover(range, "finally", exit.label, register);
  f.asm.place(exit.label);
  last(register);
  f.at(place);
  f.asm.op("ENDFINALLY", register);
  resume(f, exit, falls);
  f.release(mark);
}

/** Behind a finally block: each exit that came through goes on to where it was going. */
function resume(f: FunctionEmitter, exit: FinallyExit, falls: boolean): void {
  const after = f.asm.label();
  const test = (name: "JSEQK" | "JSNEK", kind: number, label: FinallyExit["label"]): void =>
    compareKind(f, name, exit.completion, kind, label);
  if (falls && exit.pending.length > 1) test("JSEQK", completion.normal, after);
  for (const [i, departure] of exit.pending.entries()) {
    const next = f.asm.label();
    const isLast = i === exit.pending.length - 1 && !falls;
    if (!isLast) test("JSNEK", completion.departure + i, next);
    leave(f, departure, exit.completion + 1);
    f.asm.place(next);
  }
  f.asm.place(after);
}

function compareKind(
  f: FunctionEmitter,
  name: "JSEQK" | "JSNEK",
  register: number,
  kind: number,
  label: FinallyExit["label"],
): void {
  const constant = f.asm.number(kind);
  if (constant <= 0xff) return f.asm.compare(name, register, constant, label);
  const mark = f.next;
  const temp = f.temp();
  f.asm.wide("LOADI", temp, kind);
  f.asm.compare(name === "JSEQK" ? "JSEQ" : "JSNE", register, temp, label);
  f.release(mark);
}
