/** Loads the addon, and the shape of what it exports. Nothing outside lib/ may see these types. */
import { createRequire } from "node:module";
import { join } from "node:path";
import {
  ArgumentError,
  BindingError,
  ImageError,
  OutOfMemoryError,
  StateError,
  type WoError,
} from "../errors.ts";

export interface NativeOptions {
  readonly reductions?: number;
  readonly heapQuota?: number;
  readonly framesMax?: number;
  readonly seed?: number;
  readonly fs: boolean;
  readonly env: boolean;
  readonly run: boolean;
  readonly net: boolean;
  /** Hosts and socket paths that are granted although `net` is false. */
  readonly netHosts: readonly string[];
  readonly args: readonly string[];
  readonly report: boolean;
  /** "uring" or "epoll"; absent: WO_IO, else what works. */
  readonly io?: string;
}

export interface NativeEvent {
  readonly handle: number;
  readonly fiber: number;
  /** 0 returned, 1 error, 2 stopped. */
  readonly final: number;
  readonly value: Uint8Array;
}

export interface NativeReport {
  readonly fiber: number;
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly spawnedAt: string;
  readonly text: string;
}

export interface NativeStats {
  readonly slices: number;
  readonly preemptions: number;
  readonly parks: number;
  readonly wakes: number;
  readonly messages: number;
  readonly collections: number;
  readonly collectNs: number;
  readonly collectedBytes: number;
  readonly heapBytes: number;
  readonly spawned: number;
  readonly done: number;
  readonly runnable: number;
  readonly parked: number;
  readonly shards: number;
}

export interface NativeFiber {
  readonly id: number;
  readonly name: string;
  readonly state: string;
  readonly shard: number;
  readonly isolate: number;
  readonly park: string | undefined;
  readonly reductions: number;
  readonly heapBytes: number;
  readonly spawnedAt: string;
  readonly stack: { fn: string; url: string; line: number; column: number }[];
}

export interface NativeRoot {
  readonly fiber: number;
  readonly kind: string;
  readonly frame: number | undefined;
  readonly register: number | undefined;
  readonly name: string | undefined;
  readonly type: string;
  readonly preview: string;
  readonly shallowBytes: number;
}

export interface NativeRuntime {
  load(image: Uint8Array): number;
  start(image: number): number;
  main(image: number, args: Uint8Array): number;
  /** Function exports by index; holes where an export is no function. */
  exports(image: number): (string | undefined)[];
  spawn(image: number, fn: number, args: Uint8Array): { handle: number; fiber: number };
  /** 0 slices: until nothing is runnable. Status as wo_run_status: 0 idle, 1 drained, 2 more, 3 deadlock. */
  run(slices: number): { status: number; slices: number };
  /** As run, blocking at most `ms` (negative: without end) where nothing can run and something waits. */
  poll(ms: number): { status: number; slices: number };
  io(): { plane: string; reason: string };
  events(): NativeEvent[];
  reports(): NativeReport[];
  stop(): void;
  close(): void;
  stats(): NativeStats;
  fibers(): NativeFiber[];
  roots(fiber?: number): NativeRoot[];
  collect(): void;
  disassemble(image: number): string;
}

interface Binding {
  readonly NativeRuntime: new (options: NativeOptions) => NativeRuntime;
  readonly version: string;
  readonly tablesHash: bigint;
}

/** The package's folder. */
export const root: string = join(import.meta.dirname, "..", "..");

/**
 * The addon where node-gyp puts it, which is where node-gyp-build looks first; undefined when it is
 * not there, cannot be loaded, or another one is asked for: node-gyp-build finds it then, or says
 * why not. Its search costs a millisecond of a start that takes a few.
 */
function loadBuilt(): Binding | undefined {
  if (process.env["PREBUILDS_ONLY"] || process.env["WO_FIBER_PREBUILD"]) return undefined;
  const module = { exports: {} };
  try {
    process.dlopen(module, join(root, "build/Release/wo.node"));
  } catch {
    return undefined;
  }
  return module.exports as Binding;
}

function load(): Binding {
  const built = loadBuilt();
  if (built !== undefined) return built;
  try {
    const find = createRequire(import.meta.filename)("node-gyp-build") as (
      directory: string,
    ) => Binding;
    return find(root);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BindingError(
      `the native addon of wo-fiber could not be loaded for ${process.platform}-${process.arch}, ` +
        `Node ${process.versions.node}: ${reason.split("\n")[0]}. Run "npm rebuild wo-fiber" with a ` +
        "C++ compiler, python3 and make installed.",
      { cause },
    );
  }
}

let binding: Binding | undefined;

/** The addon, loaded at first use. @throws BindingError with the fix in its message */
export function native(): Binding {
  binding ??= load();
  return binding;
}

const classes: Record<string, new (message: string, options?: ErrorOptions) => WoError> = {
  ERR_WO_ARGUMENT: ArgumentError,
  ERR_WO_IMAGE: ImageError,
  ERR_WO_STATE: StateError,
  ERR_WO_OUT_OF_MEMORY: OutOfMemoryError,
};

/** Runs a call into the addon, giving the errors it throws their class. */
export function call<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const known = Object.hasOwn(classes, code) ? classes[code] : undefined;
    if (known === undefined || !(error instanceof Error)) throw error;
    throw new known(error.message, { cause: error });
  }
}
