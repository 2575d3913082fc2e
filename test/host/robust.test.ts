/** What hosts do to a runtime that no program would: threads that end in the middle, odd values. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { ConvertError, Runtime } from "../../lib/index.ts";
import { root } from "../harness/programs.ts";

test("a worker thread may be terminated while its runtime runs fibers", async () => {
  const code = `
    import { parentPort, workerData } from "node:worker_threads";
    const { Runtime } = await import(workerData);
    const runtime = new Runtime({ shards: 0 });
    const { spin } = await runtime.loadSource("export function spin() { for (;;); }");
    runtime.spawn(spin);
    for (;;) {
      runtime.step(100);
      parentPort.postMessage(0);
    }`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const library = pathToFileURL(join(root, "dist/index.js")).href;
  for (let round = 0; round < 10; round++) {
    const worker = new Worker(url, { workerData: library });
    await new Promise((started, failed) => worker.once("message", started).once("error", failed));
    expect(await worker.terminate()).toBe(1);
  }
}, 60_000);

test("what cannot cross is refused by path, whatever its keys are", async () => {
  await using runtime = new Runtime({ shards: 0 });
  const { id } = await runtime.loadSource("export const id = (v: any) => v;");
  const refused = (value: unknown) => {
    try {
      runtime.spawn(id as never, value as never);
    } catch (error) {
      if (error instanceof ConvertError) return error.message.split(" ")[0];
    }
    return "not refused";
  };
  expect(refused(new Map([[Object.create(null), Symbol()]]))).toBe("args[0].get(...):");
  expect(refused({ list: new Array(2 ** 32 - 1) })).toBe("args[0].list:");
});
