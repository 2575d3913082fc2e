// Compiler from expressions to a stack machine, with jumps, calls and a step limit
type Instruction = [op: string, operand?: number | string];
class Machine {
  #stack: number[] = [];
  #calls: [number, Map<string, number>][] = [];
  #vars = new Map<string, number>();
  readonly output: number[] = [];
  steps = 0;
  constructor(
    private readonly code: Instruction[],
    private readonly limit = 10000,
  ) {}
  #pop() {
    const value = this.#stack.pop();
    if (value === undefined) throw new RangeError("stack underflow");
    return value;
  }
  run() {
    const labels = new Map(
      this.code.flatMap(([op, operand], i) =>
        op === "label" ? [[operand as string, i] as const] : [],
      ),
    );
    const binary: Record<string, (a: number, b: number) => number> = {
      add: (a, b) => a + b,
      sub: (a, b) => a - b,
      mul: (a, b) => a * b,
      mod: (a, b) => a % b,
      lt: (a, b) => +(a < b),
      eq: (a, b) => +(a === b),
    };
    const jump = (label: string) => {
      const at = labels.get(label);
      if (at === undefined) throw new ReferenceError(`no label ${label}`);
      return at;
    };
    for (let pc = 0; pc < this.code.length; pc++) {
      if (++this.steps > this.limit) throw new Error("too many steps");
      const [op, operand] = this.code[pc];
      if (op in binary) {
        const b = this.#pop();
        this.#stack.push(binary[op](this.#pop(), b));
        continue;
      }
      switch (op) {
        case "push":
          this.#stack.push(operand as number);
          break;
        case "load":
          this.#stack.push(this.#vars.get(operand as string) ?? 0);
          break;
        case "store":
          this.#vars.set(operand as string, this.#pop());
          break;
        case "print":
          this.output.push(this.#pop());
          break;
        case "jump":
          pc = jump(operand as string);
          break;
        case "unless":
          if (this.#pop() === 0) pc = jump(operand as string);
          break;
        case "call":
          this.#calls.push([pc, this.#vars]);
          this.#vars = new Map();
          pc = jump(operand as string);
          break;
        case "return": {
          const frame = this.#calls.pop();
          if (!frame) return this;
          [pc, this.#vars] = frame;
          break;
        }
        case "halt":
          return this;
        case "label":
          break;
        default:
          throw new SyntaxError(`unknown ${op}`);
      }
    }
    return this;
  }
}
const assemble = (text: string): Instruction[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith(";"))
    .map((line) => {
      if (line.endsWith(":")) return ["label", line.slice(0, -1)];
      const [op, operand] = line.split(" ");
      return operand === undefined
        ? [op]
        : [op, Number.isNaN(Number(operand)) ? operand : Number(operand)];
    });
const gcd = `
  push 1071
  push 462
  call gcd
  print
  push 10
  call fact
  print
  halt
gcd:
  store b
  store a
loop:
  load b
  unless done
  load b
  load a
  load b
  mod
  store b
  store a
  jump loop
done:
  load a
  return
fact:
  store n
  load n
  push 2
  lt
  unless recurse
  push 1
  return
recurse:
  load n
  load n
  push 1
  sub
  call fact
  mul
  return`;
const machine = new Machine(assemble(gcd)).run();
console.log(machine.output, machine.steps);
for (const bad of [
  "add",
  "jump nowhere",
  "x:\njump x",
  "dance",
  "push 1\nstore a\nload a\nprint\nload b\nprint",
]) {
  try {
    const m = new Machine(assemble(bad), 100).run();
    console.log(m.output);
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
function brainfuck(code: string, input = "") {
  const tape = new Uint8Array(300);
  const jumps = new Map<number, number>();
  const open: number[] = [];
  [...code].forEach((c, i) => {
    if (c === "[") open.push(i);
    if (c === "]") {
      const from = open.pop()!;
      jumps.set(from, i).set(i, from);
    }
  });
  let [at, read, out] = [0, 0, ""];
  for (let pc = 0; pc < code.length; pc++) {
    switch (code[pc]) {
      case ">":
        at++;
        break;
      case "<":
        at--;
        break;
      case "+":
        tape[at]++;
        break;
      case "-":
        tape[at]--;
        break;
      case ".":
        out += String.fromCharCode(tape[at]);
        break;
      case ",":
        tape[at] = input.charCodeAt(read++) || 0;
        break;
      case "[":
        if (tape[at] === 0) pc = jumps.get(pc)!;
        break;
      case "]":
        if (tape[at] !== 0) pc = jumps.get(pc)!;
    }
  }
  return out;
}
console.log(
  brainfuck(
    "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.",
  ),
  brainfuck(",[.-]", "\x03").length,
  brainfuck(",[.,]", "echo"),
);
