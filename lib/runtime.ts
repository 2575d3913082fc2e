/**
 * The runtime: loads fiber code, spawns fibers, pumps them, and tells what they do. In this version
 * it is inline (`shards: 0`): fibers run on the calling thread, inside `run` and `step`.
 */
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import {
  CompiledFunction,
  FiberHandle,
  type FiberFn,
  type Final,
  type HandleOwner,
  type Loaded,
} from "./fiber.ts";
import type { FiberInfo, FiberState, RootInfo, RuntimeStats } from "./inspect.ts";
import { ArgumentError, StateError } from "./errors.ts";
import { checkInteger, checkNames, checkObject, checkSize, refuse } from "./internal/assert.ts";
import { decode, encode } from "./internal/codec.ts";
import { call, native, type NativeOptions, type NativeRuntime } from "./internal/native.ts";
import { compileFile, compileSource } from "./internal/program.ts";

/** Bounds of every isolate of the runtime. */
export interface Limits {
  /** Heap of an isolate: bytes, or a text such as "64MB". Past it: OutOfMemoryError in the fiber. */
  readonly memory?: number | string;
  /** Calls nested in one fiber. Past it: StackOverflowError in the fiber. */
  readonly stackDepth?: number;
}

/** What fiber code may touch. Absent means denied. */
export interface Grants {
  readonly fs?: boolean;
  readonly env?: boolean;
  /** Child processes. They get the environment of this one, unless the program gives them another. */
  readonly run?: boolean;
  /** True: everything; else the hosts, as programs name them, and the paths of Unix sockets. */
  readonly net?: boolean | readonly string[];
}

/** An error of a fiber nobody waits for. */
export interface FiberReport {
  readonly fiber: number;
  readonly error: Error;
  /** file:line:column of the spawn. */
  readonly spawnedAt: string;
  readonly stack: string;
}

/** Options of a runtime; only `shards` must be given. */
export interface RuntimeOptions {
  /** 0: inline, pumped by `run` and `step` on this thread. The only mode of this version. */
  readonly shards: 0;
  /** What fibers wait on in the kernel; default "auto": WO_IO, else io_uring where it works. */
  readonly io?: "uring" | "epoll" | "auto";
  /** Reductions per slice; default WO_REDUCTIONS or 4000. */
  readonly reductions?: number;
  readonly limits?: Limits;
  readonly allow?: Grants | "all";
  /** What `args` of wo-fiber/std holds. */
  readonly args?: readonly string[];
  /** Called for errors of fibers nobody waits for; default: a report on stderr. */
  readonly onReport?: (report: FiberReport) => void;
}

/** What a pump did. "idle": something waits; "drained": no fiber is left; "more": slices ran out. */
export interface RunStatus {
  readonly status: "idle" | "drained" | "more" | "deadlock";
  readonly slices: number;
}

const statuses = ["idle", "drained", "more", "deadlock"] as const;
const finals: readonly Final[] = ["returned", "error", "cancelled"];

type AnyFn = (...args: never[]) => unknown;

function checkOptions(options: RuntimeOptions): void {
  checkObject("options", options);
  checkNames("Runtime", options, [
    "shards",
    "io",
    "reductions",
    "limits",
    "allow",
    "args",
    "onReport",
  ]);
  if (options.shards !== 0)
    throw new ArgumentError(
      `options.shards must be 0, not ${String(options.shards)}: this version runs fibers inline, pumped by run() and step()`,
    );
  if (options.io !== undefined && !["uring", "epoll", "auto"].includes(options.io))
    refuse("options.io", '"uring", "epoll" or "auto"', options.io);
  if (options.onReport !== undefined && typeof options.onReport !== "function")
    refuse("options.onReport", "a function", options.onReport);
  if (
    options.args !== undefined &&
    !(Array.isArray(options.args) && options.args.every((a) => typeof a === "string"))
  )
    refuse("options.args", "an array of strings", options.args);
}

type CheckedGrants = Pick<NativeOptions, "fs" | "env" | "run" | "net" | "netHosts">;

function checkGrants(allow: Grants | "all" | undefined): CheckedGrants {
  if (allow === undefined) return { fs: false, env: false, run: false, net: false, netHosts: [] };
  if (allow === "all") return { fs: true, env: true, run: true, net: true, netHosts: [] };
  checkNames("options.allow", checkObject("options.allow", allow), ["fs", "env", "run", "net"]);
  for (const name of ["fs", "env", "run"] as const)
    if (allow[name] !== undefined && typeof allow[name] !== "boolean")
      refuse(`options.allow.${name}`, "true or false", allow[name]);
  const { net } = allow;
  const hosts = Array.isArray(net) && net.every((host) => typeof host === "string") ? net : [];
  if (net !== undefined && typeof net !== "boolean" && hosts !== net)
    refuse("options.allow.net", "true, false or an array of hosts and socket paths", net);
  const { fs = false, env = false, run = false } = allow;
  return { fs, env, run, net: net === true, netHosts: hosts };
}

/**
 * A runtime and all its fibers.
 * @example
 * const rt = new Runtime({ shards: 0 });
 * const { double } = await rt.loadSource("export function double(n: number) { return 2 * n }");
 * const handle = rt.spawn(double, 21);
 * rt.run();
 * console.log(await handle.done); // 42
 */
export class Runtime implements AsyncDisposable {
  readonly #native: NativeRuntime;
  readonly #onReport: ((report: FiberReport) => void) | undefined;
  readonly #handles = new Map<number, FiberHandle<unknown>>();
  #closed = false;
  /** What fibers wait on in the kernel, and why it is this. */
  readonly io: { readonly plane: "uring" | "epoll" | "sim"; readonly reason: string };

  /** @throws ArgumentError naming the option; BindingError when the addon cannot be loaded */
  constructor(options: RuntimeOptions) {
    checkOptions(options);
    const limits = options.limits ?? {};
    checkNames("options.limits", checkObject("options.limits", limits), ["memory", "stackDepth"]);
    const grants = checkGrants(options.allow);
    const { NativeRuntime } = native();
    this.#onReport = options.onReport;
    this.#native = call(
      () =>
        new NativeRuntime({
          ...grants,
          args: options.args ?? [],
          report: options.onReport !== undefined,
          ...(options.io === undefined || options.io === "auto" ? {} : { io: options.io }),
          ...(options.reductions === undefined
            ? {}
            : { reductions: checkInteger("options.reductions", options.reductions, 1, 2 ** 30) }),
          ...(limits.memory === undefined
            ? {}
            : { heapQuota: checkSize("options.limits.memory", limits.memory) }),
          ...(limits.stackDepth === undefined
            ? {}
            : {
                framesMax: checkInteger("options.limits.stackDepth", limits.stackDepth, 8, 2 ** 24),
              }),
        }),
    );
    this.io = Object.freeze(this.#native.io()) as Runtime["io"];
  }

  #open(): NativeRuntime {
    if (this.#closed) throw new StateError("this runtime is closed; make a new one");
    return this.#native;
  }

  #handle<R>(handle: number, fiber: number, name: string): FiberHandle<R> {
    const owner: HandleOwner = {
      fiberInfo: (id) => this.fibers().find((one) => one.id === id),
      fiberRoots: (id) => this.roots(id),
    };
    const made = new FiberHandle<R>(owner, fiber, name);
    this.#handles.set(handle, made as FiberHandle<unknown>);
    return made;
  }

  /** Loads an image and runs its modules' top levels to their end. */
  async #loadImage<M>(image: Uint8Array): Promise<Loaded<M>> {
    const index = call(() => this.#open().load(image));
    const loading = this.#handle<void>(
      call(() => this.#open().start(index)),
      -1,
      "load",
    );
    const status = this.run();
    if (loading.final === undefined) {
      for (const [key, one] of this.#handles) {
        if (one === (loading as FiberHandle<unknown>)) this.#handles.delete(key);
      }
      throw new StateError(
        `the modules' top levels did not end (${status.status}); they may not wait for other fibers`,
      );
    }
    await loading.done;
    const functions: Record<string, unknown> = {};
    call(() => this.#open().exports(index)).forEach((name, at) => {
      if (name !== undefined) functions[name] = new CompiledFunction(this, index, at, name);
    });
    return Object.freeze(functions) as Loaded<M>;
  }

  /**
   * Compiles (cached by content) and loads a module with everything it imports, and runs their top
   * levels. The result's functions are typed handles, not callable here.
   * @throws CompileError; what a top level threw
   */
  async load<M = Record<string, AnyFn>>(url: URL | string): Promise<Loaded<M>> {
    return this.#loadImage<M>((await compileFile(checkPath(url), false)).image);
  }

  /** As load, from text. `name` is the path shown in stacks. Relative imports are resolved from it. */
  async loadSource<M = Record<string, AnyFn>>(
    source: string,
    options: { readonly name?: string } = {},
  ): Promise<Loaded<M>> {
    if (typeof source !== "string") refuse("source", "a string of TypeScript", source);
    checkNames("loadSource", checkObject("options", options), ["name"]);
    const name = options.name ?? "source.ts";
    if (typeof name !== "string") refuse("options.name", "a string", name);
    return this.#loadImage<M>((await compileSource(name, source)).image);
  }

  /** As load, from an image made by `wo build --module`. @throws ImageError naming the broken rule */
  async loadImage<M = Record<string, AnyFn>>(image: Uint8Array): Promise<Loaded<M>> {
    if (!(image instanceof Uint8Array)) refuse("image", "a Uint8Array", image);
    return this.#loadImage<M>(image);
  }

  /**
   * Runs a program: its top level is main's body (fiber 0), then its exported `main(...args)`, if
   * there is one. When main ends every other fiber is unwound. Once a runtime.
   * @throws CompileError
   */
  async main(
    program: URL | string | Uint8Array,
    ...args: unknown[]
  ): Promise<FiberHandle<unknown>> {
    const image =
      program instanceof Uint8Array ? program : (await compileFile(checkPath(program), true)).image;
    const index = call(() => this.#open().load(image));
    const packed = encode(args, "args");
    return this.#handle(
      call(() => this.#open().main(index, packed)),
      0,
      "main",
    );
  }

  /**
   * Starts a fiber in an isolate of its own. Arguments are copied.
   * @throws ConvertError naming the path of an argument that cannot cross
   */
  spawn<A extends unknown[], R>(fn: FiberFn<A, R>, ...args: A): FiberHandle<R> {
    if (!(fn instanceof CompiledFunction))
      refuse("fn", "a function from load, loadSource or loadImage", fn);
    if (fn.owner !== this)
      throw new ArgumentError(`fn ${fn.name} was loaded by another runtime; load it here`);
    const packed = encode(args, "args");
    const { handle, fiber } = call(() => this.#open().spawn(fn.image, fn.index, packed));
    return this.#handle<R>(handle, fiber, fn.name);
  }

  /** Runs until nothing is runnable and nothing can become so by itself. */
  run(): RunStatus {
    return this.#pump(0);
  }

  /** Runs at most `slices` slices (default 1). */
  step(slices = 1): RunStatus {
    return this.#pump(checkInteger("slices", slices, 1, Number.MAX_SAFE_INTEGER));
  }

  /**
   * As run, but where fibers wait for files or deadlines this thread waits with them, at most `ms`
   * milliseconds (Infinity: until no fiber can go on).
   */
  poll(ms: number): RunStatus {
    if (typeof ms !== "number" || Number.isNaN(ms) || ms < 0)
      refuse("ms", "a number of milliseconds, 0 or more", ms);
    return this.#ran(call(() => this.#open().poll(ms === Infinity ? -1 : ms)));
  }

  #pump(slices: number): RunStatus {
    return this.#ran(call(() => this.#open().run(slices)));
  }

  #ran(done: { status: number; slices: number }): RunStatus {
    this.#settle();
    return { status: statuses[done.status] ?? "idle", slices: done.slices };
  }

  #settle(): void {
    for (const event of this.#native.events()) {
      const handle = this.#handles.get(event.handle);
      this.#handles.delete(event.handle);
      if (handle === undefined) continue;
      let final = finals[event.final] ?? "error";
      let value: unknown;
      try {
        value =
          final === "cancelled"
            ? new StateError("the fiber was stopped before it ended")
            : decode(event.value);
      } catch (error) {
        final = "error";
        value = error;
      }
      handle.end(final, value);
    }
    if (this.#onReport === undefined) return;
    for (const report of this.#native.reports()) {
      const error = new Error(report.message);
      error.name = report.name;
      error.stack = `${report.name}: ${report.message}\n${report.stack}`;
      this.#onReport({
        fiber: report.fiber,
        error,
        spawnedAt: report.spawnedAt,
        stack: report.stack,
      });
    }
  }

  /** Wakes and unwinds every fiber; handles reject. Idempotent. */
  async stop(): Promise<void> {
    if (this.#closed) return;
    call(() => this.#native.stop());
    this.run();
  }

  /** Stops, then frees everything. Idempotent; every later call throws StateError. */
  async close(): Promise<void> {
    if (this.#closed) return;
    await this.stop();
    this.#closed = true;
    call(() => this.#native.close());
    for (const handle of this.#handles.values())
      handle.end("cancelled", new StateError("the runtime was closed"));
    this.#handles.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Counters, and bytes and fibers as they are now. */
  stats(): RuntimeStats {
    const s = call(() => this.#open().stats());
    return {
      shards: s.shards,
      fibers: { runnable: s.runnable, parked: s.parked, spawned: s.spawned, done: s.done },
      slices: s.slices,
      preemptions: s.preemptions,
      parks: s.parks,
      wakes: s.wakes,
      messages: s.messages,
      gc: { collections: s.collections, pausesMs: s.collectNs / 1e6, bytes: s.collectedBytes },
      heapBytes: s.heapBytes,
    };
  }

  /** A consistent snapshot; costs what the fibers asked for cost to describe. */
  fibers(filter: { readonly state?: FiberState; readonly limit?: number } = {}): FiberInfo[] {
    checkNames("fibers", checkObject("filter", filter), ["state", "limit"]);
    const all = call(() => this.#open().fibers()) as FiberInfo[];
    const chosen =
      filter.state === undefined ? all : all.filter((one) => one.state === filter.state);
    return filter.limit === undefined
      ? chosen
      : chosen.slice(0, checkInteger("filter.limit", filter.limit, 0, 2 ** 32));
  }

  /** What keeps values alive: of one fiber, or of all. */
  roots(fiber?: number): RootInfo[] {
    if (fiber !== undefined) checkInteger("fiber", fiber, 0, 2 ** 32 - 1);
    return call(() => this.#open().roots(fiber)) as RootInfo[];
  }

  /** Collects the heap of every isolate now. For tests and measurements. */
  collect(): void {
    call(() => this.#open().collect());
  }
}

function checkPath(url: URL | string): string {
  if (url instanceof URL || (typeof url === "string" && url.startsWith("file:"))) {
    const text = String(url);
    if (!text.startsWith("file:")) refuse("url", "a file: URL or a path", text);
    return fileURLToPath(text);
  }
  if (typeof url !== "string" || url === "") refuse("url", "a file: URL or a path", url);
  return resolve(url);
}
