import { expect, test } from "vitest";
import { generate } from "./generate.ts";
import { printProgram, reductions, shrink, type Tree } from "./tree.ts";

test("a seed gives the same program every time, and another seed another one", () => {
  expect(printProgram(generate(7))).toBe(printProgram(generate(7)));
  expect(printProgram(generate(7))).not.toBe(printProgram(generate(8)));
});

test("reductions leave text that stands for nothing alone", () => {
  const program: Tree = { sort: "statements", parts: [{ sort: "statement", parts: ["x;"] }] };
  expect(reductions(program).map(printProgram)).toEqual([""]);
});

test("shrinking keeps what makes a program fail and little else", async () => {
  // A failure that shows in the text: a switch that has a call of Math inside.
  const fails = (text: string): boolean => /switch[\s\S]*Math\.\w+\(/.test(text);
  let seed = 1;
  while (!fails(printProgram(generate(seed)))) seed++;
  const program = generate(seed);
  const small = await shrink(program, async (batch) =>
    batch.map((one) => fails(printProgram(one))),
  );
  const text = printProgram(small);
  expect(fails(text)).toBe(true);
  expect(text.length).toBeLessThan(printProgram(program).length / 10);
});
