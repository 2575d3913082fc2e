/**
 * wo-fiber/std: what fiber code sees. Normative for names, shapes, units and errors; additions are welcome,
 * changes need a reason in docs/architecture.md. Every blocking call parks the calling fiber, never the thread.
 * Durations and times are milliseconds (number, fractions allowed). Byte counts are bytes.
 */

// ---------------------------------------------------------------- values that may cross isolates
/** undefined cannot be sent: it is the end of a stream. */
export type Sendable = {} | null;

// ---------------------------------------------------------------- spawn
/**
 * Starts `f(...args)` as a fiber in a new isolate. Fire-and-forget: returns nothing. Arguments, and the never-reassigned
 * variables `f` captures, are copied here and now; handles are shared.
 * @throws NotSendableError naming the path of the value that cannot cross.
 */
export const spawn: Spawn;
export interface Spawn {
  <A extends unknown[], B extends A>(f: (...args: A) => unknown, ...args: OneWay<A, B>): void;
  /** The same, and a channel that yields the result once, or raises the fiber's error; a void result is the clean end. */
  result<A extends unknown[], B extends A, R>(
    f: (...args: A) => R,
    ...args: OneWay<A, B>
  ): Recv<NonNullable<R>>;
}
/** A two-way channel is not accepted where the function takes one end: pass `.sender()` or `.receiver()`, or the stream cannot end. */
export type OneWay<A extends unknown[], B extends A> = {
  [K in keyof B]: B[K] extends Chan<any>
    ? K extends keyof A
      ? A[K] extends Chan<any>
        ? B[K]
        : never
      : B[K]
    : B[K];
};
/** Lets every other runnable fiber run first. */
export function yieldNow(): void;
/** The calling fiber's id: small positive integer, unique within the runtime, 0 is main. */
export function fiberId(): number;
/** Parks until this fiber's isolate is woken by something it is registered with; never returns by itself. */
export function never(): never;

// ---------------------------------------------------------------- channels
/** A counted hold on something shared. Dispose and release drop this hold; the last one gone ends it. Idempotent. */
export interface Hold extends Disposable {
  release(): void;
}
export interface Send<in T> extends Hold {
  /** Blocks while full (capacity 0: until received). @throws SendOnClosedError */
  send(value: T): void;
  /** False if it would block. @throws SendOnClosedError */
  trySend(value: T): boolean;
  /** Ends the stream for everybody; idempotent; what is buffered is still received. */
  close(): void;
  readonly closed: boolean;
}
export interface Recv<out T> extends Hold, Iterable<T> {
  /** The next value; undefined once the stream has ended cleanly, every time after. @throws the producer's error after a crash close */
  recv(): T | undefined;
  /** As recv, but gives up after `ms`: `{ timeout: true }`. */
  recvFor(ms: number): { value: T | undefined; timeout: false } | { timeout: true };
  /** undefined when nothing is ready or the stream has ended; see `ended`. */
  tryRecv(): T | undefined;
  readonly ended: boolean;
}
export interface Chan<T> extends Send<T>, Recv<T> {
  readonly capacity: number;
  readonly length: number;
  /** One-way ends with holds of their own; closing follows the last send-capable hold. */
  sender(): Send<T>;
  receiver(): Recv<T>;
}
/** capacity 0 (default) is a rendezvous. @throws RangeError for anything but an integer in 0..2^24 */
export function chan<T extends Sendable>(capacity?: number): Chan<T>;

export interface SendArm<T> {
  readonly channel: Send<T>;
  readonly value: T;
}
export type Arm = Recv<any> | SendArm<any>;
/** In a loop an arm may be a function: it is evaluated before each round's wait, e.g. `late: () => time.after(50)`. */
export type LoopArm = Arm | (() => Arm);
type Value<A> = A extends () => infer B ? Value<B> : A extends Recv<infer T> ? T : undefined;
export type Fired<A extends Record<string, LoopArm>> = {
  [K in keyof A]: { readonly key: K; readonly value: Value<A[K]> };
}[keyof A];
export interface Select {
  /** Blocks until one arm is ready, runs it and says which. @throws DeadlockError when every watched receive channel has ended and no send or timer arm remains; the producer's error on a crash close; SendOnClosedError */
  <const A extends Record<string, Arm>>(arms: A): Fired<A>;
  /** As select, but undefined when nothing is ready now (after letting other fibers run). */
  now<const A extends Record<string, Arm>>(arms: A): Fired<A> | undefined;
  /** One ready arm a round; ends when every watched receive channel has ended. Timer arms never keep it alive; one with send arms only never ends. */
  loop<const A extends Record<string, LoopArm>>(arms: A): Iterable<Fired<A>>;
  send<T>(channel: Send<T>, value: T): SendArm<T>;
}
export const select: Select;

// ---------------------------------------------------------------- time
export const time: {
  /** Parks for at least `ms`; 0 or less is a fair yield. */
  sleep(ms: number): void;
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Monotonic clock, milliseconds, arbitrary origin. */
  monotonic(): number;
  /** One value (the monotonic time it fired) once after `ms`, then the end. */
  after(ms: number): Recv<number>;
  /** A value every `ms` until the end is released; a slow receiver misses ticks, never queues them. */
  ticker(ms: number): Recv<number>;
};

// ---------------------------------------------------------------- scope and cleanup
/** Runs `fn` when the calling function exits, newest first, on every path; may not park. */
export function defer(fn: () => void): void;
/** A stack of the coroutine (or fiber) itself, run newest first at its end, after the functions' own defers. */
export const cleanup: {
  push(fn: () => void): CleanupToken;
  /** @throws StateError when `token` is not the newest. */
  pop(token: CleanupToken, run?: boolean): void;
};
export interface CleanupToken {
  readonly __cleanup: unique symbol;
}

// ---------------------------------------------------------------- coroutines (same isolate)
export type CoState = "ready" | "running" | "suspended" | "done";
export type CoFinal = "returned" | "cancelled" | "error";
export interface Coroutine<In, Out, R> extends Disposable {
  readonly state: CoState;
  readonly final: CoFinal | undefined;
  /** Drives to the next yield or the end. @throws StateError if running or done, or from another isolate */
  resume(value?: In): { done: false; value: Out } | { done: true; value: R };
  /** Marks; the next park or yield inside raises CancelledError. */
  cancel(): void;
  readonly stopping: boolean;
  /** @throws StateError before the end; CancelledError or the body's error when it did not return */
  readonly result: R;
  readonly error: unknown;
  /** READY or DONE only. @throws StateError otherwise */
  destroy(): void;
}
export const co: {
  create<In, Out, R>(
    fn: (first: In) => R,
    options?: { finalize?: () => void; cancel?: CancelToken },
  ): Coroutine<In, Out, R>;
  /** Suspends at any call depth; answers the next resume's value. @throws CancelledError; StateError outside a coroutine */
  yield<In, Out>(value?: Out): In;
  tryYield<Out>(value?: Out): "ok" | "cancelled";
  current(): Coroutine<any, any, any> | undefined;
  /** A scheduled coroutine of this isolate, with a handle that can be joined. */
  spawn<R>(fn: () => R, options?: { cancel?: CancelToken }): Task<R>;
  /** Parks this coroutine until `wake`; an early wake is kept. */
  park(ms?: number): "woken" | "timeout";
  wake(task: Task<unknown>): void;
};
export interface Task<R> {
  readonly state: CoState;
  readonly final: CoFinal | undefined;
  /** @throws the task's error; CancelledError; TimeoutError; DeadlockError on a join cycle */
  join(ms?: number): R;
  cancel(): void;
}
export interface CancelToken {
  readonly requested: boolean;
  watch(fn: () => void): Disposable;
  child(): CancelSource;
  throwIfRequested(): void;
}
export interface CancelSource extends Disposable {
  readonly token: CancelToken;
  request(reason?: unknown): boolean;
}
export function cancelSource(parent?: CancelToken): CancelSource;
export interface Event {
  set(): void;
  reset(): void;
  await(ms?: number): "set" | "timeout";
  readonly isSet: boolean;
}
export function event(options?: { manual?: boolean }): Event;
export interface Future<T> {
  readonly state: "pending" | "resolved" | "failed" | "cancelled" | "closed";
  await(ms?: number): T;
  cancel(): void;
}
export interface Promised<T> {
  readonly future: Future<T>;
  resolve(value: T): boolean;
  reject(error: unknown): boolean;
  cancel(): boolean;
}
export const future: {
  create<T>(): Promised<T>;
  all<T>(...futures: Future<T>[]): Future<T[]>;
  any<T>(...futures: Future<T>[]): Future<T>;
  race<T>(...futures: Future<T>[]): Future<T>;
};
export interface TaskGroup extends Disposable {
  start<R>(fn: () => R): Task<R>;
  wait(ms?: number): void;
  cancel(): void;
}
export function taskGroup(options?: {
  limit?: number;
  cancelOn?: "failed" | "never";
  cancel?: CancelToken;
}): TaskGroup;

// ---------------------------------------------------------------- shared cells and actors
export interface Atomic {
  load(): number;
  store(v: number): number;
  swap(v: number): number;
  fetchAdd(d: number): number;
  compareSwap(expect: number, v: number): boolean;
}
/** A 53-bit integer cell shared by reference across isolates; sequentially consistent. */
export function atomic(initial?: number): Atomic;
export interface Ref<T> {
  readonly value: Readonly<T>;
}
/** Freezes and shares `value` without copying it again. */
export function ref<T>(value: T): Ref<T>;

export type Tell<S> = {
  [K in keyof S as S[K] extends (...a: any[]) => any ? K : never]: S[K] extends (
    ...a: infer A
  ) => any
    ? (...a: A) => void
    : never;
};
export type Ask<S> = {
  [K in keyof S as S[K] extends (...a: any[]) => any ? K : never]: S[K] extends (
    ...a: infer A
  ) => infer R
    ? (...a: A) => R
    : never;
};
export interface Actor<S> {
  /** Enqueue and go on. @throws MailboxFullError; silently dropped when dead */
  readonly tell: Tell<S>;
  /** Request and reply. @throws MailboxFullError, ActorDeadError, the method's own error; askFor adds TimeoutError */
  readonly ask: Ask<S>;
  askFor(ms: number): Ask<S>; // an error in a `tell` ends the actor, in an `ask` it answers the caller; a re-entrant ask chain raises DeadlockError
  readonly alive: boolean;
  stop(): void;
  /** A message when it ends: the error, or undefined for a clean end; already ended fires now. */
  monitor(): Recv<{ error: unknown }>;
}
export function actor<S extends object, A extends unknown[]>(
  cls: new (...args: A) => S,
  ...args: A
): Actor<S>;
export function actor<S extends object, A extends unknown[]>(
  options: { mailbox?: number },
  cls: new (...args: A) => S,
  ...args: A
): Actor<S>;

// ---------------------------------------------------------------- network, files, processes (granted by the runtime)
export interface Conn extends Hold {
  /** At most `max` bytes (default 64 KiB); undefined at end of stream. @throws IoError, TimeoutError */
  read(max?: number, options?: { timeout?: number }): Uint8Array | undefined;
  /** All of it. @throws IoError, TimeoutError */
  write(data: Uint8Array | string, options?: { timeout?: number }): void;
  /** Lines without their end, UTF-8. */
  lines(): Iterable<string>;
  closeWrite(): void;
  close(): void;
  readonly remote: { host: string; port: number } | { path: string };
  readonly local: { host: string; port: number } | { path: string };
}
export interface Listener extends Hold, Iterable<Conn> {
  accept(options?: { timeout?: number }): Conn;
  readonly local: { host: string; port: number } | { path: string };
  close(): void;
}
export const net: {
  listen(
    where:
      | { host?: string; port: number; backlog?: number; reusePort?: boolean }
      | { path: string },
  ): Listener;
  connect(
    where: { host: string; port: number } | { path: string },
    options?: { timeout?: number },
  ): Conn;
};
export interface File extends Hold, Iterable<string> {
  read(max?: number): Uint8Array | undefined;
  write(data: Uint8Array | string): void;
  close(): void;
  readonly size: number;
  seek(offset: number): void;
  sync(): void;
}
export const fs: {
  open(path: string, mode?: "r" | "w" | "a" | "r+"): File;
  readText(path: string): string;
  readBytes(path: string): Uint8Array;
  write(path: string, data: Uint8Array | string): void;
  append(path: string, data: Uint8Array | string): void;
  /** Lines without their end, UTF-8, streamed. */
  lines(path: string): Iterable<string>;
  list(path: string): string[];
  stat(path: string): {
    size: number;
    kind: "file" | "directory" | "symlink" | "other";
    modified: number;
  };
  exists(path: string): boolean;
  mkdir(path: string, options?: { recursive?: boolean }): void;
  remove(path: string, options?: { recursive?: boolean }): void;
  rename(from: string, to: string): void;
  /** A value each time the file or directory changes. */
  watch(path: string): Recv<{ kind: "change" | "rename"; name: string }>;
};
export const io: {
  readonly stdin: Recv<Uint8Array> & { lines(): Iterable<string> };
  stdout(data: Uint8Array | string): void;
  stderr(data: Uint8Array | string): void;
  /** Whether descriptor 1 (stdout) or 2 (stderr) is a terminal. */
  isTerminal(fd: 1 | 2): boolean;
};
export const proc: {
  run(
    file: string,
    args?: string[],
    options?: {
      input?: Uint8Array | string;
      cwd?: string;
      env?: Record<string, string>;
      timeout?: number;
    },
  ): { code: number; stdout: Uint8Array; stderr: Uint8Array };
  signals(...names: ("SIGINT" | "SIGTERM" | "SIGHUP" | "SIGUSR1" | "SIGUSR2")[]): Recv<string>;
};
export const env: Readonly<Record<string, string | undefined>>;
export const args: readonly string[];
/** Functions the host registered; typed by the program's own declaration merging. */
export type HostFunctions = {};
export const host: HostFunctions & Record<string, (...args: any[]) => any>;

// ---------------------------------------------------------------- errors (each with a stable `code`)
export class WoError extends Error {
  readonly code: string;
}
export class CancelledError extends WoError {}
export class DeadlockError extends WoError {}
export class SendOnClosedError extends WoError {}
export class NotSendableError extends WoError {}
export class StateError extends WoError {}
export class TimeoutError extends WoError {}
export class MailboxFullError extends WoError {}
export class ActorDeadError extends WoError {}
export class StackOverflowError extends WoError {}
export class OutOfMemoryError extends WoError {}
/** Not catchable in the fiber it ends: seen by monitors, `spawn.result` and the host. */
export class LimitError extends WoError {
  readonly limit: "memory" | "reductions" | "wall" | "fibers";
}
export class PermissionError extends WoError {}
export class IoError extends WoError {
  readonly errno: number;
  readonly syscall: string;
  readonly path?: string;
}
