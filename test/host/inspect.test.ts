import { expect, test } from "vitest";
import { Runtime } from "../../lib/index.ts";

test("[W21] a value held only by a parked fiber's register survives collection, a dropped one does not", async () => {
  const runtime = new Runtime({ shards: 0 });
  const { start } = await runtime.loadSource<{ start(): void }>(
    `import { chan, spawn, yieldNow, type Recv, type Send } from "wo-fiber/std";
function keeper(go: Recv<number>, out: Send<string>) {
  const kept = { text: ["kept", "value"].join(" ") };
  let dropped: string[] | undefined = [["dropped", "value"].join(" ")];
  dropped = undefined;
  go.recv();
  out.send(kept.text + dropped);
}
export function start() {
  const go = chan<number>(), out = chan<string>();
  spawn(keeper, go.receiver(), out.sender());
  for (;;) yieldNow();
}`,
  );
  const handle = runtime.spawn(start);
  runtime.step(4);
  const keeper = runtime.fibers().find((one) => one.name === "keeper");
  expect(keeper?.state).toBe("parked");
  expect(keeper?.park).toMatch(/receive/);
  expect(keeper?.stack[0]?.fn).toBe("keeper");
  runtime.collect();
  const roots = runtime.roots(keeper?.id);
  const kept = roots.find((root) => root.name === "kept");
  expect(kept?.kind).toBe("register");
  expect(kept?.preview).toContain("text");
  expect(kept?.frame).toBe(0);
  expect(kept?.register).toBeGreaterThan(0);
  expect(roots.some((root) => root.preview.includes("dropped"))).toBe(false);
  expect(handle.info()?.name).toBe("start");
  await runtime.close();
});

test("fibers and their source stacks are listed, and can be filtered", async () => {
  const runtime = new Runtime({ shards: 0, reductions: 5 });
  const { spin } = await runtime.loadSource<{ spin(): void }>(
    "function inner() { for (;;) {} }\nexport function spin() { inner(); }",
    { name: "spin.ts" },
  );
  const handles = [runtime.spawn(spin), runtime.spawn(spin)];
  runtime.step(6);
  const fibers = runtime.fibers({ state: "runnable" });
  expect(fibers).toHaveLength(2);
  expect(fibers[0]?.stack.map((frame) => frame.fn)).toEqual(["inner", "spin"]);
  expect(fibers[0]?.stack[1]?.url).toContain("spin.ts");
  expect(fibers[0]?.stack[1]?.line).toBe(2);
  expect(runtime.fibers({ limit: 1 })).toHaveLength(1);
  expect(handles[0]?.info()?.id).toBe(handles[0]?.id);
  await runtime.close();
});
