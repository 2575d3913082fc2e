/** wo-fiber on Node: run, limit and inspect fibers from TypeScript. */
export { Runtime } from "./runtime.ts";
export type { FiberReport, Grants, Limits, RunStatus, RuntimeOptions } from "./runtime.ts";
export { FiberHandle } from "./fiber.ts";
export type { FiberFn, Loaded } from "./fiber.ts";
export type { FiberInfo, FiberState, RootInfo, RuntimeStats } from "./inspect.ts";
export type { Diagnostic } from "./compiler/diagnostics.ts";
export {
  ArgumentError,
  BindingError,
  CancelledError,
  CompileError,
  ConvertError,
  DeadlockError,
  ImageError,
  IoError,
  LimitError,
  NotSendableError,
  OutOfMemoryError,
  PermissionError,
  SendOnClosedError,
  StackOverflowError,
  StateError,
  TimeoutError,
  WoError,
} from "./errors.ts";
