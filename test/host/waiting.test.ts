import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ArgumentError, Runtime } from "../../lib/index.ts";
import { planes, root, woRun } from "../harness/programs.ts";

const sleeps = `
import { chan, never, time } from "wo-fiber/std";
export function nap(ms: number) { const t = time.monotonic(); time.sleep(ms); return time.monotonic() - t; }
export function last(how: string) {
  if (how === "never") never();
  const got = how === "recvFor" ? chan<number>().recvFor(1e9) : time.sleep(1e9);
  if (how !== "again") return [how, got];
  try {
    time.sleep(1);
  } catch {
    return "caught";
  }
  return "waited again";
}
`;

describe.each(planes())("on %s", (plane) => {
  const io = plane as "uring" | "epoll";

  test("[W19] the plane in use is reported, with the reason", async () => {
    await using runtime = new Runtime({ shards: 0, io });
    expect(runtime.io).toEqual({ plane, reason: `WO_IO=${plane}` });
  });

  test("[N09] run does not wait for a sleeper, poll does", async () => {
    await using runtime = new Runtime({ shards: 0, io });
    const { nap } = await runtime.loadSource<{ nap(ms: number): number }>(sleeps);
    const handle = runtime.spawn(nap, 30);
    const start = performance.now();
    expect(runtime.run().status).toBe("idle");
    expect(runtime.poll(1).status).toBe("idle");
    expect(performance.now() - start).toBeLessThan(25);
    expect(runtime.fibers()[0]?.park).toMatch(/^deadline in \d+ ms$/);
    expect(runtime.poll(Infinity).status).toBe("drained");
    expect(await handle.done).toBeGreaterThanOrEqual(30);
  });

  test("[W12] a stop ends a timed wait early, once; the next wait unwinds, uncatchably", async () => {
    await using runtime = new Runtime({ shards: 0, io });
    const { last } = await runtime.loadSource<{ last(how: string): unknown }>(sleeps);
    const ends = ["sleep", "recvFor", "never", "again"].map((how) =>
      runtime.spawn(last, how).done.catch((error: Error) => error.message),
    );
    runtime.run();
    await runtime.stop();
    expect(await Promise.all(ends)).toEqual([
      ["sleep", undefined],
      ["recvFor", { timeout: true }],
      "the fiber was stopped before it ended",
      "the fiber was stopped before it ended",
    ]);
  });

  test("[W19] WO_IO forces a plane", () => {
    const out = execFileSync(woRun(), ["--plane"], {
      encoding: "utf8",
      env: { ...process.env, WO_IO: plane },
    });
    expect(out).toBe(`${plane}: WO_IO=${plane}\n`);
  });
});

const server = `
import { net, spawn, type Conn, type Listener } from "wo-fiber/std";
function answer(conn: Conn) { for (const line of conn.lines()) conn.write(line.toUpperCase() + "\\n"); conn.close(); }
export function serve(limit: number, host?: string) {
  const listener = host === undefined ? net.listen({ port: 0 }) : net.listen({ host, port: 0 });
  const { port } = listener.local as { port: number };
  for (let i = 0; i < limit; i++) spawn(answer, listener.accept());
  return port;
}
export function ask(host: string) {
  const listener = net.listen({ port: 0 });
  const { port } = listener.local as { port: number };
  const conn = net.connect({ host, port }, { timeout: 20000 });
  spawn(answer, listener.accept());
  conn.write("hello\\n");
  for (const line of conn.lines()) { conn.close(); return line; }
}
export function connect(host: string, timeout: number) { net.connect({ host, port: 9 }, { timeout }); }
`;

test("a name is resolved off the thread; a name there is not is an error of the call", async () => {
  await using runtime = new Runtime({ shards: 0, allow: "all" });
  const { ask, connect } = await runtime.loadSource<{
    ask(host: string): string;
    connect(host: string, timeout: number): void;
  }>(server);
  const asked = runtime.spawn(ask, hostname());
  const missing = runtime.spawn(connect, "no-such-host.invalid", 5000);
  const late = runtime.spawn(connect, "no-such-host.invalid", 0.001);
  expect(runtime.poll(Infinity).status).toBe("drained");
  expect(await asked.done).toBe("HELLO");
  await expect(missing.done).rejects.toThrow(
    /getaddrinfo 'no-such-host.invalid'|connect: the time is over/,
  );
  await expect(late.done).rejects.toThrow("connect: the time is over");
});

test("net is denied unless it is granted, whole or by host", async () => {
  const tries = async (allow: { net?: boolean | string[] }, host: string) => {
    await using runtime = new Runtime({ shards: 0, allow });
    const { serve } = await runtime.loadSource<{ serve(limit: number, host: string): number }>(
      server,
    );
    const handle = runtime.spawn(serve, 0, host);
    runtime.poll(Infinity);
    return handle.done.then(
      () => "granted",
      (error: Error) => error.name,
    );
  };
  expect(await tries({}, "127.0.0.1")).toBe("PermissionError");
  expect(await tries({ net: false }, "127.0.0.1")).toBe("PermissionError");
  expect(await tries({ net: ["127.0.0.1"] }, "127.0.0.1")).toBe("granted");
  expect(await tries({ net: ["127.0.0.1"] }, "0.0.0.0")).toBe("PermissionError");
  expect(await tries({ net: true }, "0.0.0.0")).toBe("granted");
  expect(() => new Runtime({ shards: 0, allow: { net: "all" as never } })).toThrow(ArgumentError);
});

test("[W20] a runtime closed while fibers wait on sockets, names and timers leaves nothing open", async () => {
  const files = () => readdirSync("/proc/self/fd").length;
  const before = files();
  for (let i = 0; i < 5; i++) {
    await using runtime = new Runtime({ shards: 0, allow: "all" });
    const { serve, connect } = await runtime.loadSource<{
      serve(limit: number): number;
      connect(host: string, timeout: number): void;
    }>(server);
    const handles = [
      runtime.spawn(serve, 1e9),
      runtime.spawn(connect, "no-such-host.invalid", 1e9),
      runtime.spawn(connect, "no-other-host.invalid", 1e9),
    ];
    expect(runtime.run().status).toBe("idle");
    for (const handle of handles) handle.done.catch(() => undefined);
  }
  expect(files()).toBe(before);
});

test("[W19] any other value of WO_IO is an error that says what is allowed", () => {
  const done = spawnSync(woRun(), ["--plane"], {
    encoding: "utf8",
    env: { ...process.env, WO_IO: "kqueue" },
  });
  expect(done.status).toBe(2);
  expect(done.stderr).toBe(
    'wo_run: WO_IO is "kqueue": set it to "uring" or "epoll", or not at all\n',
  );
  expect(() => new Runtime({ shards: 0, io: "iocp" as "epoll" })).toThrow(ArgumentError);
});

test("[W05] a program run by the CLI waits for its sleep", () => {
  const work = mkdtempSync(join(tmpdir(), "wo-cli-"));
  try {
    const file = join(work, "nap.ts");
    execFileSync("sh", ["-c", 'cat > "$0"', file], {
      input: `import { time } from "wo-fiber/std"; time.sleep(20); console.log("slept");`,
    });
    const out = execFileSync(process.execPath, [join(root, "dist/cli/main.js"), "run", file], {
      encoding: "utf8",
    });
    expect(out).toBe("slept\n");
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});
