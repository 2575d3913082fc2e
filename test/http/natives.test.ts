/**
 * Natives of "wo:library" take whatever a program passes: an image may name them without the library.
 * The program below is compiled as if it were one of the library's modules.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileText, runImage } from "../harness/programs.ts";

let work = "";
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "wo-natives-"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

async function run(name: string, text: string, variant: string): Promise<string> {
  const compiled = compileText(`wo:http/${name}.ts`, text);
  if (typeof compiled === "string") throw new Error(compiled);
  const image = join(work, `${name}.${variant}.wob`);
  writeFileSync(image, compiled);
  const { out, stderr, code } = await runImage(image, [], { variant });
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  return out;
}

test.each(["asan", "stress"])("any arguments (%s)", async (variant) => {
  const out = await run(
    "hostile",
    `import * as natives from "wo:library";
    const { scanHead, scanChunk, fieldValue, fieldList, fieldName, fieldText, fieldBits, putHead,
      putLatin1, putText, utf8Length, utf8Text, dateText } = {
      scanHead: natives.scanHead, scanChunk: natives.scanChunk, fieldValue: natives.fieldValue,
      fieldList: natives.fieldList, fieldName: natives.fieldName, fieldText: natives.fieldText,
      fieldBits: natives.fieldBits, putHead: natives.putHead, putLatin1: natives.putLatin1,
      putText: natives.putText, utf8Length: natives.utf8Length, utf8Text: natives.utf8Text,
      dateText: natives.dateText };
    const bytes = new Uint8Array(40);
    "GET /x HTTP/1.1\\r\\nHost: a\\r\\nA: b\\r\\n\\r\\n".split("").forEach((c, i) => { bytes[i] = c.charCodeAt(0); });
    const sparse = []; sparse[1 << 30] = 1;
    const values = [undefined, null, true, -1, 0, 1, 2, 3, 7, 39, 40, 41, 1.5, NaN, Infinity, 2 ** 40,
      "", "a", "A: b", "\\u0100", "x".repeat(70000), bytes, bytes.subarray(3, 20), new Uint8Array(0), [], [1, 2],
      ["a", "b"], ["a"], sparse, Object.freeze([]), Object.freeze([1, 2, 3, 4, 5]), {}, () => 1, Symbol("s")];
    const all = [scanHead, scanChunk, fieldValue, fieldList, fieldName, fieldText, fieldBits, putHead,
      putLatin1, putText, utf8Length, utf8Text, dateText];
    let seed = 1, calls = 0, thrown = 0;
    const below = (n) => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) % n;
    const good = { 0: [0, bytes, 0, 0, 40, 100, 100, 10, [1, 2, 3, 4, 5]], 1: [bytes, 0, 40, [1]],
      2: [bytes, 17, 40, "host"], 3: [bytes, 17, 40], 7: [new Uint8Array(50), 0, ["a", "b"], "x", 1],
      8: [new Uint8Array(50), 0, "a", 1, bytes], 9: [new Uint8Array(50), 0, "\\u20ac", 1.5, bytes], 11: [bytes, 0, 40] };
    for (let round = 0; round < 4000; round++) {
      const which = below(all.length);
      const args = [...(good[which] ?? [values[below(values.length)]])];
      for (let k = below(3); k > 0; k--) args[below(args.length)] = values[below(values.length)];
      if (below(8) === 0) args.length = below(args.length + 1);
      calls++;
      try {
        all[which](...args);
      } catch (error) {
        thrown++;
        if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      }
    }
    console.log(calls, thrown > 1000);`,
    variant,
  );
  expect(out).toBe("4000 true\n");
});

test("bytes shared between isolates are not written to", async () => {
  const out = await run(
    "shared",
    `import { putText } from "wo:library";
    import { spawn } from "wo-fiber/std";
    const shared = Object.freeze(["x"]);
    function child(bytes) { return putText(bytes, 0, "ab"); }
    const bytes = new Uint8Array(2);
    console.log(spawn.result(child, bytes).recv(), bytes[0]);`,
    "asan",
  );
  expect(out).toBe("2 0\n");
});

test("the Date field, on days that are easily wrong", async () => {
  const times = [
    0, 951_782_399_000, 951_782_400_000, 951_868_800_000, 1_078_012_800_000, 1_709_164_800_999,
    4_107_542_399_000, 4_107_542_400_000, 253_402_300_799_999,
  ];
  for (let i = 0; i < 400; i++) times.push(i * 86_400_000 * 367 + i * 1_234_567);
  const out = await run(
    "dates",
    `import { dateText } from "wo:library";
    for (const ms of ${JSON.stringify(times)}) console.log(dateText(ms));`,
    "plain",
  );
  expect(out.trimEnd().split("\n")).toEqual(times.map((ms) => new Date(ms).toUTCString()));
});
