import { describe, expect, test } from "vitest";
import { Assembler, type Code, TooLarge } from "../../lib/compiler/assemble.ts";
import { Op, ops } from "../../lib/compiler/tables.gen.ts";

/** "JT r1 ->4" for each instruction; jumps by target. */
function list(code: Code): string[] {
  const lines: string[] = [];
  for (let pc = 0; pc < code.words.length; ) {
    const word = code.words[pc] ?? 0;
    const info = ops[word & 0xff];
    if (info === undefined) throw new Error("opcode");
    const size = info.x === "none" ? 1 : 2;
    const x = (code.words[pc + 1] ?? 0) | 0;
    const target = info.b === "j16" ? pc + 1 + (word >>> 16) : info.x === "jump" ? pc + 2 + x : -1;
    lines.push(`${pc} ${info.name}${target < 0 ? "" : ` ->${target}`}`);
    pc += size;
  }
  return lines;
}

const finish = (asm: Assembler): Code => asm.finish([0]);

describe("labels and jumps", () => {
  test("code behind an instruction that never falls through is dropped until a label", () => {
    const asm = new Assembler();
    const label = asm.label();
    asm.branch("JT", 0, label);
    asm.op("RET", 0);
    asm.op("MOVE", 1, 0);
    asm.wide("LOADK", 1, asm.string("never"));
    asm.place(label);
    asm.op("RETU");
    const code = finish(asm);
    expect(list(code)).toEqual(["0 JT ->2", "1 RET", "2 RETU"]);
    expect(code.constants).toEqual([]);
  });
  test("a label nothing jumps to does not bring code back", () => {
    const asm = new Assembler();
    const label = asm.label();
    asm.op("RETU");
    asm.place(label);
    asm.op("NOP");
    expect(list(finish(asm))).toEqual(["0 RETU"]);
  });
  test("a jump to a placed label is a LOOP, to another a JMP", () => {
    const asm = new Assembler();
    const top = asm.label();
    const end = asm.label();
    asm.place(top, true);
    asm.branch("JF", 0, end);
    asm.jump(top);
    asm.place(end);
    asm.op("RETU");
    expect(list(finish(asm))).toEqual(["0 JF ->3", "1 LOOP ->0", "3 RETU"]);
  });
  test("jumps to a JMP are threaded, a JMP to a LOOP loops itself", () => {
    const asm = new Assembler();
    const [top, middle, end, again] = [asm.label(), asm.label(), asm.label(), asm.label()];
    asm.place(top, true);
    asm.branch("JT", 0, middle);
    asm.branch("JF", 1, again);
    asm.op("NOP");
    asm.jump(again);
    asm.place(middle);
    asm.jump(end);
    asm.place(again);
    asm.jump(top);
    asm.place(end);
    asm.op("RETU");
    expect(list(finish(asm))).toEqual([
      "0 JT ->9",
      "1 JF ->7",
      "2 NOP",
      "3 LOOP ->0",
      "5 JMP ->9",
      "7 LOOP ->0",
      "9 RETU",
    ]);
  });
  test("a JMP to the next instruction vanishes and everything moves up", () => {
    const asm = new Assembler();
    const next = asm.label();
    asm.jump(next);
    asm.place(next);
    asm.offset = 7;
    asm.callName("callee");
    asm.op("CALL", 1, 0);
    asm.op("RETU");
    const code = finish(asm);
    expect(list(code)).toEqual(["0 CALL", "1 RETU"]);
    expect(code.callNames).toEqual([{ pc: 0, text: "callee" }]);
    expect(code.lines).toEqual([{ pc: 0, line: 1, column: 8 }]);
  });
  test("a branch that reaches too far becomes its inverse over a JMP", () => {
    const asm = new Assembler();
    const far = asm.label();
    const near = asm.label();
    asm.branch("JUNDEF", 3, far);
    asm.branch("JT", 1, near);
    const range = asm.range();
    for (let i = 0; i < 0x8000; i++) asm.op("NOP");
    asm.cover(range, "drop", undefined, 2);
    asm.place(far);
    asm.place(near);
    asm.op("RETU");
    const code = finish(asm);
    const lines = list(code);
    // The second one reaches exactly as far as 16 bits do, until the first grows in front of it.
    expect(lines.slice(0, 4)).toEqual([
      "0 JNUNDEF ->3",
      "1 JMP ->32774",
      "3 JF ->6",
      "4 JMP ->32774",
    ]);
    expect((code.words[0] ?? 0) & 0xffff).toBe(Op.JNUNDEF | (3 << 8));
    expect(code.catches).toEqual([{ start: 6, end: 32774, handler: 0, kind: "drop", register: 2 }]);
    expect(lines.at(-1)).toBe("32774 RETU");
  });
  test("a branch at the limit stays one instruction", () => {
    const asm = new Assembler();
    const far = asm.label();
    asm.branch("JT", 1, far);
    for (let i = 0; i < 0x7fff; i++) asm.op("NOP");
    asm.place(far);
    asm.op("RETU");
    expect(list(finish(asm))[0]).toBe("0 JT ->32768");
  });
});

describe("tables", () => {
  test("constants are kept once; -0 is another number than 0, NaN one", () => {
    const asm = new Assembler();
    const indices = [0, -0, Number.NaN, 0, -0, Number.NaN].map((one) => asm.number(one));
    expect(indices).toEqual([0, 1, 2, 0, 1, 2]);
    expect([asm.string("0"), asm.string("0"), asm.special(0), asm.special(0)]).toEqual([
      3, 3, 4, 4,
    ]);
    const name = { text: "#x", id: 0 };
    expect([asm.private(name), asm.private({ text: "#x", id: 1 }), asm.private(name)]).toEqual([
      5, 6, 5,
    ]);
  });
  test("every property access has an inline cache of its own", () => {
    const asm = new Assembler();
    asm.named("GETPROP", 1, 0, "a");
    asm.named("GETPROP", 1, 0, "a");
    asm.op("RETU");
    const code = finish(asm);
    expect(code.cacheCount).toBe(2);
    expect([code.words[1], code.words[3]]).toEqual([0, 0x10000]);
  });
  test("a covered range leaves its gaps out, empty pieces with them", () => {
    const asm = new Assembler();
    const handler = asm.label();
    const range = asm.range();
    range.gaps.push({ start: 0, end: 1 }, { start: 2, end: 3 });
    for (let i = 0; i < 4; i++) asm.op("NOP");
    expect(asm.cover(range, "catch", handler, 5)).toBe(true);
    asm.op("RETU");
    asm.place(handler);
    asm.op("RETU");
    expect(finish(asm).catches.map(({ start, end }) => [start, end])).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
  test("a range that covers nothing leaves its handler unreached", () => {
    const asm = new Assembler();
    const handler = asm.label();
    expect(asm.cover(asm.range(), "catch", handler, 1)).toBe(false);
    asm.op("RETU");
    asm.place(handler);
    expect(asm.live).toBe(false);
  });
  test("lines are noted where an instruction may throw, once per place", () => {
    const asm = new Assembler();
    asm.offset = 1;
    asm.op("MOVE", 1, 2);
    asm.op("ADD", 1, 2, 3);
    asm.offset = 5;
    asm.op("MOVE", 1, 2);
    asm.op("ADD", 1, 2, 3);
    asm.op("SUB", 1, 2, 3);
    asm.op("RETU");
    const code = asm.finish([0, 4]);
    expect(code.lines).toEqual([
      { pc: 1, line: 1, column: 2 },
      { pc: 3, line: 2, column: 2 },
    ]);
  });
  test("an index that does not fit is TooLarge", () => {
    const asm = new Assembler();
    expect(() => asm.wide("LOADFN", 0, 0x10000)).toThrow(TooLarge);
  });
});
