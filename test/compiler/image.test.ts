import { describe, expect, test } from "vitest";
import { Assembler, isInt32 } from "../../lib/compiler/assemble.ts";
import { hashBytes, type Image, type ImageFunction, writeImage } from "../../lib/compiler/image.ts";
import { readImage } from "./image-reader.ts";

function functionWith(
  fill: (asm: Assembler) => void,
  more: Partial<ImageFunction> = {},
): ImageFunction {
  const asm = new Assembler();
  fill(asm);
  asm.op("RETU");
  return {
    name: "f",
    file: "main.ts",
    line: 3,
    column: 5,
    flags: 128,
    params: 0,
    length: 0,
    inlineHint: 0,
    code: asm.finish([0]),
    captures: [],
    snapshot: [],
    ...more,
  };
}

function imageWith(fn: ImageFunction, more: Partial<Image> = {}): Image {
  return {
    entry: true,
    library: false,
    templates: [],
    slots: [],
    functions: [fn],
    modules: [{ path: "main.ts", body: 0, slotStart: 0, slotCount: 0 }],
    exports: [],
    ...more,
  };
}

describe("the byte format", () => {
  test("what is written is what is read", () => {
    const fn = functionWith(
      (asm) => {
        asm.local("x", 0);
        asm.offset = 2;
        asm.callName("o.f");
        asm.op("CALL", 0, 0);
      },
      {
        captures: [{ from: "capture", index: 2, boxed: true, name: "y" }],
        snapshot: [0, 2],
        params: 1,
        length: 1,
        inlineHint: 4,
      },
    );
    const read = readImage(
      writeImage(
        imageWith(fn, {
          templates: [["a", "b"]],
          slots: [
            { name: "s", reassigned: true, entry: true, isStatic: false },
            { name: "t", reassigned: false, entry: false, isStatic: true },
          ],
          exports: [
            { name: "s", kind: "slot", index: 0 },
            { name: "f", kind: "function", index: 0 },
          ],
        }),
      ),
    );
    expect(read).toMatchObject({
      flags: 1,
      templates: [["a", "b"]],
      slots: [
        { name: "s", flags: 3 },
        { name: "t", flags: 4 },
      ],
      modules: [{ path: "main.ts", body: 0, slotStart: 0, slotCount: 0 }],
      exports: [
        { name: "s", kind: 0, index: 0 },
        { name: "f", kind: 1, index: 0 },
      ],
    });
    expect(read.functions[0]).toMatchObject({
      name: "f",
      line: 3,
      flags: 128,
      registers: 1,
      params: 1,
      length: 1,
      inlineHint: 4,
      captures: [{ from: 1, index: 2, boxed: 1, name: "y" }],
      snapshot: [0, 2],
      lines: [{ pc: 0, line: 1, column: 3 }],
      locals: [{ start: 0, end: 2, register: 0, name: "x" }],
      callNames: [{ pc: 0, text: "o.f" }],
    });
  });
  test("numbers are int32 where they can be, doubles else", () => {
    const numbers = [
      0,
      -0,
      1,
      -1,
      2 ** 31 - 1,
      -(2 ** 31),
      2 ** 31,
      0.5,
      Number.NaN,
      Infinity,
      5e-324,
    ];
    const read = readImage(
      writeImage(
        imageWith(
          functionWith((asm) => {
            for (const one of numbers) asm.number(one);
          }),
        ),
      ),
    );
    expect(read.functions[0]?.constants.map((one) => one.value)).toEqual(numbers);
    expect(read.functions[0]?.constants.map((one) => one.tag)).toEqual([
      0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1,
    ]);
    expect(isInt32(2 ** 31)).toBe(false);
  });
  test("strings are Latin-1 where they can be, UTF-16 else, lone surrogates included", () => {
    const texts = ["", "a", "\u00ff", "\u0100", "a\ud83d\ude00b", "\ud800", "\u0000x"];
    const read = readImage(
      writeImage(
        imageWith(
          functionWith((asm) => {
            for (const one of texts) asm.string(one);
          }),
        ),
      ),
    );
    expect(read.functions[0]?.constants.map((one) => one.value)).toEqual(texts);
  });
  test("a private name has a string of its own, shared by its uses", () => {
    const [first, second] = [
      { text: "#x", id: 0 },
      { text: "#x", id: 1 },
    ];
    const read = readImage(
      writeImage(
        imageWith(
          functionWith((asm) => {
            asm.string("#x");
            asm.private(first);
            asm.private(second);
          }),
          {
            functions: [
              functionWith((asm) => {
                asm.string("#x");
                asm.private(first);
                asm.private(second);
              }),
              functionWith((asm) => void asm.private(first), { flags: 64 }),
            ],
          },
        ),
      ),
    );
    const ids = read.functions.flatMap((fn) => fn.constants.map((one) => one.id));
    expect(new Set(ids).size).toBe(3);
    expect(ids[3]).toBe(ids[1]);
  });
  test("the checksum is FNV-1a of all bytes behind the header", () => {
    const text = new TextEncoder().encode("....foobar");
    expect(hashBytes(text, 4)).toBe(0x85944171f73967e8n);
    expect(hashBytes(text, 10)).toBe(0xcbf29ce484222325n);
  });
  test("a large image is one piece", () => {
    const read = readImage(
      writeImage(
        imageWith(
          functionWith((asm) => {
            for (let i = 0; i < 20000; i++) asm.string(`string number ${i}`);
          }),
        ),
      ),
    );
    expect(read.functions[0]?.constants.at(-1)?.value).toBe("string number 19999");
  });
});
