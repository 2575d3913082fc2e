import { expect, test } from "vitest";
import {
  ArgumentError,
  CompileError,
  ConvertError,
  DeadlockError,
  type FiberReport,
  ImageError,
  OutOfMemoryError,
  PermissionError,
  Runtime,
  StackOverflowError,
  StateError,
} from "../../lib/index.ts";
import { compile } from "../../lib/compiler/index.ts";

async function one<T>(source: string, name: string, ...args: unknown[]): Promise<T> {
  await using runtime = new Runtime({ shards: 0 });
  const functions = await runtime.loadSource(source);
  const fn = functions[name];
  if (fn === undefined) throw new Error(`${name} is not exported`);
  const handle = runtime.spawn(fn as never, ...(args as never[]));
  runtime.run();
  return (await handle.done) as T;
}

test("a function is loaded from source, spawned with arguments, and answers", async () => {
  expect(
    await one("export function add(a: number, b: number) { return a + b; }", "add", 2, 40),
  ).toBe(42);
});

test("values cross both ways with sharing, cycles and holes", async () => {
  const shared = { v: 1 };
  const value: Record<string, unknown> = {
    text: "añ😀",
    wide: "€",
    numbers: [0, -0, 1.5, NaN, Infinity, 2 ** 31, -(2 ** 31), 2 ** 53],
    nothing: [undefined, null, true, false],
    // biome-ignore lint/suspicious/noSparseArray: holes are what is tested
    holes: [1, , 3],
    map: new Map<unknown, unknown>([
      ["k", shared],
      [1, [2]],
    ]),
    set: new Set([1, "x"]),
    bytes: new Uint8Array([0, 128, 255]),
    a: shared,
    b: shared,
    ["__proto__x"]: 1,
  };
  value["self"] = value;
  const back = await one<Record<string, unknown>>("export const id = (v: any) => v;", "id", value);
  expect(back).toEqual(value);
  expect(back["a"]).toBe(back["b"]);
  expect(back["self"]).toBe(back);
  expect((back["map"] as Map<string, unknown>).get("k")).toBe(back["a"]);
  expect(Object.is((back["numbers"] as number[])[1], -0)).toBe(true);
  expect(1 in (back["holes"] as number[])).toBe(false);
});

test("a deep value crosses without touching the native stack", async () => {
  let deep: { next?: unknown } = {};
  for (let i = 0; i < 200_000; i++) deep = { next: deep };
  const source =
    "export function depth(v: any) { let n = 0; while (v.next) { v = v.next; n++; } return n; }";
  expect(await one(source, "depth", deep)).toBe(200_000);
});

test("what cannot cross is refused with its path", async () => {
  await using runtime = new Runtime({ shards: 0 });
  const { id } = await runtime.loadSource<{ id(v: unknown): unknown }>(
    "export function id(v: any) { return v; }",
  );
  class Foreign {}
  expect(() => runtime.spawn(id, { list: [1, { fn: () => 1 }] })).toThrow(
    /arguments?\[0\]\.list\[1\]\.fn|args\[0\]\.list\[1\]\.fn/,
  );
  expect(() => runtime.spawn(id, new Foreign())).toThrow(ConvertError);
  expect(() => runtime.spawn(id, 10n)).toThrow(ConvertError);
  expect(() => runtime.spawn(id, Symbol("s"))).toThrow(ConvertError);
});

test("a fiber's error rejects done with its class, message, cause and fiber stack", async () => {
  const source = `
    function inner(): never { throw new RangeError("too far", { cause: "why" }); }
    export function fails() { inner(); }`;
  const error = await one(source, "fails").then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RangeError);
  const range = error as RangeError;
  expect(range.message).toBe("too far");
  expect(range.cause).toBe("why");
  expect(range.stack).toMatch(
    /^RangeError: too far\n {4}at inner \(.*source\.ts:2:\d+\)\n {4}at fails/,
  );
  expect(range.stack).not.toMatch(/node:internal|\.test\.ts/);
});

test("errors of the library keep their class and code", async () => {
  const overflow = await one("export function f(): number { return 1 + f(); }", "f").catch(
    (e: unknown) => e,
  );
  expect(overflow).toBeInstanceOf(StackOverflowError);
  expect((overflow as StackOverflowError).code).toBe("ERR_WO_STACK_OVERFLOW");
  const denied = await one(
    'import { fs } from "wo-fiber/std"; export function f() { return fs.readText("/etc/hostname"); }',
    "f",
  ).catch((e: unknown) => e);
  expect(denied).toBeInstanceOf(PermissionError);
});

test("[Z28] the memory limit of a runtime ends one fiber with OutOfMemoryError and the others go on", async () => {
  await using runtime = new Runtime({ shards: 0, limits: { memory: "8MB" } });
  const { hog, fine } = await runtime.loadSource<{ hog(): void; fine(): string }>(`
    export function hog() { const keep: number[][] = []; for (;;) keep.push(new Array(1000).fill(1)); }
    export function fine() { let s = 0; for (let i = 0; i < 100000; i++) s += [i].length; return "fine " + s; }`);
  const bad = runtime.spawn(hog);
  const good = runtime.spawn(fine);
  runtime.run();
  await expect(bad.done).rejects.toBeInstanceOf(OutOfMemoryError);
  expect(await good.done).toBe("fine 100000");
});

test("step runs slice by slice; run says what is left", async () => {
  await using runtime = new Runtime({ shards: 0, reductions: 10 });
  const { count } = await runtime.loadSource<{ count(n: number): number }>(
    "export function count(n: number) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }",
  );
  const handle = runtime.spawn(count, 100);
  expect(handle.state).toBe("runnable");
  const first = runtime.step();
  expect(first).toEqual({ status: "more", slices: 1 });
  expect(handle.final).toBeUndefined();
  expect(runtime.run().status).toBe("drained");
  expect(await handle.done).toBe(4950);
  expect(handle.state).toBe("done");
  expect(handle.final).toBe("returned");
});

test("[Z26] with no main a deadlock rejects the parked handles", async () => {
  await using runtime = new Runtime({ shards: 0 });
  const { wait } = await runtime.loadSource<{ wait(): unknown }>(
    'import { chan, spawn } from "wo-fiber/std"; export function wait() { const c = chan<number>(); spawn((r: any) => { r.recv(); }, c.receiver()); return c.recv(); }',
  );
  const handle = runtime.spawn(wait);
  const { status } = runtime.run();
  expect(["deadlock", "drained"]).toContain(status);
  await expect(handle.done).rejects.toBeInstanceOf(DeadlockError);
});

test("[Z23] an error nobody waits for is reported once, with fiber, spawn site, message and stack", async () => {
  const reports: FiberReport[] = [];
  await using runtime = new Runtime({ shards: 0, onReport: (report) => void reports.push(report) });
  const { start } = await runtime.loadSource<{ start(): void }>(
    `import { spawn } from "wo-fiber/std";
function fails() { throw new TypeError("nobody waits"); }
export function start() { spawn(fails); }`,
    { name: "report.ts" },
  );
  const handle = runtime.spawn(start);
  runtime.run();
  await handle.done;
  expect(reports).toHaveLength(1);
  const [report] = reports;
  expect(report?.error.message).toBe("nobody waits");
  expect(report?.error.name).toBe("TypeError");
  expect(report?.spawnedAt).toMatch(/report\.ts:3:\d+/);
  expect(report?.stack).toMatch(/at fails \(.*report\.ts:2:\d+\)/);
});

test("stats count what happened", async () => {
  await using runtime = new Runtime({ shards: 0 });
  const { noop } = await runtime.loadSource<{ noop(): void }>("export function noop() {}");
  const before = runtime.stats();
  for (let i = 0; i < 10; i++) runtime.spawn(noop);
  runtime.run();
  const after = runtime.stats();
  expect(after.fibers.spawned - before.fibers.spawned).toBe(10);
  expect(after.fibers.done - before.fibers.done).toBe(10);
  expect(after.slices).toBeGreaterThanOrEqual(before.slices + 10);
  expect(after.fibers.runnable).toBe(0);
});

test("a program's main runs with its arguments and its end is the handle's", async () => {
  const { image } = compile(
    { path: "/main.ts", text: "export function main(...a: string[]) { return a.join('+'); }" },
    { entry: true },
  );
  if (image === undefined) throw new Error("refused");
  await using runtime = new Runtime({ shards: 0 });
  const main = await runtime.main(image, "a", "b");
  runtime.run();
  expect(await main.done).toBe("a+b");
  await expect(runtime.main(image)).rejects.toBeInstanceOf(StateError);
});

test("bad arguments are refused by name, with what was expected", async () => {
  const make = (options: unknown) => () => new Runtime(options as never);
  expect(make(undefined)).toThrow(ArgumentError);
  expect(make({})).toThrow(/options\.shards must be 0/);
  expect(make({ shards: 4 })).toThrow(/options\.shards must be 0/);
  expect(make({ shards: 0, reduction: 1 })).toThrow(/no option "reduction"/);
  expect(make({ shards: 0, reductions: 0 })).toThrow(
    /options\.reductions must be an integer from 1/,
  );
  expect(make({ shards: 0, limits: { memory: "lots" } })).toThrow(/options\.limits\.memory/);
  expect(make({ shards: 0, allow: { ffi: true } as never })).toThrow(/no option "ffi"/);
  await using runtime = new Runtime({ shards: 0 });
  expect(() => runtime.spawn({} as never)).toThrow(ArgumentError);
  expect(() => runtime.step(0)).toThrow(ArgumentError);
  await expect(runtime.load("")).rejects.toBeInstanceOf(ArgumentError);
  await expect(runtime.load("https://example.invalid/x.ts")).rejects.toThrow();
  await expect(runtime.loadImage(new Uint8Array([1, 2, 3]))).rejects.toBeInstanceOf(ImageError);
  await expect(runtime.loadImage("x" as never)).rejects.toBeInstanceOf(ArgumentError);
  await expect(runtime.loadSource("async function f() {}")).rejects.toBeInstanceOf(CompileError);
});

test("a compile error carries its diagnostics", async () => {
  await using runtime = new Runtime({ shards: 0 });
  const error = await runtime
    .loadSource("let x = 1;\nawait x;", { name: "bad.ts" })
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(CompileError);
  const [first] = (error as CompileError).diagnostics;
  expect(first?.line).toBe(2);
  expect((error as CompileError).message).toContain("bad.ts:2:1");
});

test("a function of another runtime is refused", async () => {
  await using a = new Runtime({ shards: 0 });
  await using b = new Runtime({ shards: 0 });
  const { f } = await a.loadSource<{ f(): void }>("export function f() {}");
  expect(() => b.spawn(f)).toThrow(/another runtime/);
});

test("close is idempotent, ends what runs, and every later use is a StateError", async () => {
  const runtime = new Runtime({ shards: 0 });
  const { forever } = await runtime.loadSource<{ forever(): void }>(
    'import { yieldNow } from "wo-fiber/std"; export function forever() { for (;;) yieldNow(); }',
  );
  const handle = runtime.spawn(forever);
  runtime.step(5);
  await runtime.close();
  await runtime.close();
  await expect(handle.done).rejects.toBeInstanceOf(StateError);
  expect(handle.final).toBe("cancelled");
  expect(() => runtime.run()).toThrow(StateError);
  expect(() => runtime.spawn(forever)).toThrow(StateError);
});

test("stop unwinds a fiber that never parks", async () => {
  await using runtime = new Runtime({ shards: 0 });
  const { spin } = await runtime.loadSource<{ spin(): void }>(
    "export function spin() { for (;;) {} }",
  );
  const handle = runtime.spawn(spin);
  runtime.step(3);
  await runtime.stop();
  await expect(handle.done).rejects.toBeInstanceOf(StateError);
});

test("many runtimes live side by side", async () => {
  const runtimes = Array.from({ length: 20 }, () => new Runtime({ shards: 0 }));
  const handles = await Promise.all(
    runtimes.map(async (runtime, i) => {
      const { f } = await runtime.loadSource<{ f(n: number): number }>(
        "let n = 0; export function f(k: number) { n += k; return n; }",
      );
      const handle = runtime.spawn(f, i);
      runtime.run();
      return handle.done;
    }),
  );
  expect(handles).toEqual(runtimes.map((_, i) => i));
  await Promise.all(runtimes.map((runtime) => runtime.close()));
});
