/**
 * The errors of wo-fiber on the host: classes with a stable `code`. Fiber errors arrive as
 * instances of these or of JavaScript's own error classes, with the fiber's stack.
 */
import { errorTable } from "./errors.gen.ts";
import type { Diagnostic } from "./compiler/diagnostics.ts";

/** Base of every error this package makes. `code` never changes between versions. */
export class WoError extends Error {
  readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    const name = new.target.name;
    this.code = errorTable.find((entry) => entry.name === name)?.code ?? "ERR_WO";
    Object.defineProperty(this, "name", { value: name, configurable: true, writable: true });
  }
}

/** The source was refused; `diagnostics` says where and why. */
export class CompileError extends WoError {
  readonly diagnostics: Diagnostic[];

  constructor(message: string, diagnostics: Diagnostic[]) {
    super(message);
    this.diagnostics = diagnostics;
  }
}

/** The fiber or wait was cancelled. */
export class CancelledError extends WoError {}
/** Every fiber is blocked and none can go on. */
export class DeadlockError extends WoError {}
/** A send on a channel that has been closed. */
export class SendOnClosedError extends WoError {}
/** A value cannot cross to another isolate; the message names its path. */
export class NotSendableError extends WoError {}
/** An operation on something in the wrong state, such as a closed runtime. */
export class StateError extends WoError {}
/** The time given to a wait has passed. */
export class TimeoutError extends WoError {}
/** Calls are nested more deeply than `limits.stackDepth` allows. */
export class StackOverflowError extends WoError {}
/** The memory of an isolate, `limits.memory`, or of the process is spent. */
export class OutOfMemoryError extends WoError {}
/** A limit set by the host is spent. */
export class LimitError extends WoError {}
/** The runtime does not grant this; see `RuntimeOptions.allow`. */
export class PermissionError extends WoError {}
/** A call of the operating system failed. */
export class IoError extends WoError {}
/** An image was refused by the verifier; the message names the broken rule. */
export class ImageError extends WoError {}
/** An argument of this API has the wrong type or range; the message says which and what to pass. */
export class ArgumentError extends WoError {}
/** A value cannot cross between Node and fiber code; the message names its path. */
export class ConvertError extends WoError {}
/** The native addon could not be loaded; the message says how to fix it. */
export class BindingError extends WoError {}

const classes: Record<string, new (message: string) => Error> = {
  Error,
  TypeError,
  RangeError,
  ReferenceError,
  SyntaxError,
  EvalError,
  URIError,
  WoError,
  CancelledError,
  DeadlockError,
  SendOnClosedError,
  NotSendableError,
  StateError,
  TimeoutError,
  StackOverflowError,
  OutOfMemoryError,
  LimitError,
  PermissionError,
  IoError,
};

/**
 * The error a fiber threw, as an instance of the class with that name here, or of Error carrying the
 * name where there is none. `stack` is the fiber's own: no frame of the host is in it.
 */
export function rebuildError(name: string, message: string, stack: string): Error {
  const known = Object.hasOwn(classes, name) ? classes[name] : undefined;
  const error = new (known ?? Error)(message);
  if (known === undefined) {
    Object.defineProperty(error, "name", { value: name, configurable: true, writable: true });
  }
  const head = message === "" ? name : `${name}: ${message}`;
  const text = stack === "" ? head : stack.startsWith(name) ? stack : `${head}\n${stack}`;
  Object.defineProperty(error, "stack", { value: text, configurable: true, writable: true });
  return error;
}
