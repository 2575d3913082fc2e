/**
 * A plain interpreter of images over Node's own values: the meaning of each instruction in one line of
 * JavaScript. It shows that emitted code does what the source says, without the core, and serves as a
 * second opinion on it. Fibers, budgets and messages do not exist here.
 */
import { builtinPaths } from "../../lib/compiler/tables.gen.ts";
import { decode, type Instruction, type ReadFunction, type ReadImage } from "./image-reader.ts";

type Value = unknown;
// biome-ignore lint/suspicious/noExplicitAny: values of the interpreted program have every type.
type Any = any;

const uninitialized = Symbol("uninitialized");
const hole = Symbol("hole");

interface Box {
  box: Value;
}
interface Iteration {
  iterator: Any;
  next: Any;
  done: boolean;
}

export interface Machine {
  /** What `std.` paths and globals answer beyond Node's own. */
  readonly globals: Readonly<Record<string, Value>>;
  /** Every DROP executed and every drop entry unwound, in order. */
  readonly drops: Value[];
}

export class Interpreter {
  readonly #image: ReadImage;
  readonly #machine: Machine;
  readonly #code: Map<number, Instruction>[];
  readonly #slots: Value[];
  readonly #staticFunctions = new Map<number, Any>();
  readonly #homes = new WeakMap<object, object>();
  readonly #captures = new WeakMap<object, Value[]>();
  readonly #privates = new Map<string, WeakMap<object, Value>>();
  readonly #paths = new Map<number, string>();

  constructor(image: ReadImage, machine: Machine) {
    this.#image = image;
    this.#machine = machine;
    this.#code = image.functions.map((fn) => new Map(decode(fn).map((one) => [one.pc, one])));
    this.#slots = image.slots.map(() => hole);
    for (const [path, member] of builtinPaths) {
      if (member.kind === "value" && !this.#paths.has(member.index))
        this.#paths.set(member.index, path);
    }
  }

  /** Runs the modules; answers the exports of the last. */
  run(): Record<string, Value> {
    for (const module of this.#image.modules)
      this.#call(this.#fn(module.body), undefined, [], undefined, undefined);
    const exports: Record<string, Value> = {};
    for (const one of this.#image.exports) {
      exports[one.name] = one.kind === 0 ? this.#slots[one.index] : this.#static(one.index);
    }
    return exports;
  }

  #fn(index: number): ReadFunction {
    const fn = this.#image.functions[index];
    if (fn === undefined) throw new Error(`no function ${index}`);
    return fn;
  }

  #static(index: number): Any {
    let fn = this.#staticFunctions.get(index);
    if (fn === undefined) {
      fn = this.#make(this.#fn(index), []);
      this.#staticFunctions.set(index, fn);
    }
    return fn;
  }

  #builtin(index: number): Any {
    const path = this.#paths.get(index);
    if (path === undefined) throw new Error(`no builtin ${index}`);
    if (path in this.#machine.globals) return this.#machine.globals[path];
    let value: Any = globalThis;
    for (const key of path.split(".")) value = value[key];
    return value;
  }

  // --- functions ---

  #make(fn: ReadFunction, captures: Value[]): Any {
    const call = (self: Value, args: Value[], target: Value): Value =>
      this.#call(fn, self, args, target, made);
    let made: Any;
    if (fn.flags & 1) made = (...args: Value[]) => call(undefined, args, undefined);
    else if (fn.flags & 2) {
      made = {
        method(this: Value, ...args: Value[]) {
          return call(this, args, undefined);
        },
      }.method;
    } else if (fn.flags & 4) made = this.#makeClass(fn, call);
    else
      made = function (this: Value, ...args: Value[]) {
        return call(this, args, new.target);
      };
    Object.defineProperty(made, "name", { value: fn.name, configurable: true });
    Object.defineProperty(made, "length", { value: fn.length, configurable: true });
    this.#captures.set(made, captures);
    return made;
  }

  #makeClass(fn: ReadFunction, call: (self: Value, args: Value[], target: Value) => Value): Any {
    const isObject = (value: Value): boolean => Object(value) === value;
    const made: Any = function (...args: Value[]) {
      if (new.target === undefined)
        throw new TypeError(`Class constructor ${fn.name} cannot be invoked without 'new'`);
      const self = fn.flags & 8 ? uninitialized : Object.create(new.target.prototype);
      const result = call(self, args, new.target) as { value: Value; self: Value };
      if (isObject(result.value)) return result.value;
      if (result.value !== undefined && fn.flags & 8)
        throw new TypeError("Derived constructors may only return object or undefined");
      return result.self;
    };
    return made;
  }

  #call(fn: ReadFunction, self: Value, args: Value[], target: Value, callee: Any): Value {
    const r: Any[] = new Array(fn.registers).fill(undefined);
    r[0] = self;
    for (let i = 0; i < fn.params; i++) r[i + 1] = args[i];
    if (fn.flags & 16) r[fn.params + 1] = args.slice(fn.params);
    const frame = { fn, r, target, callee, captures: (callee && this.#captures.get(callee)) ?? [] };
    const value = this.#frame(frame);
    return fn.flags & 4 ? { value, self: r[0] } : value;
  }

  #frame(frame: Frame): Value {
    const code = this.#code[frame.fn.index];
    for (let pc = 0; ; ) {
      const one = code?.get(pc);
      if (one === undefined) throw new Error(`pc ${pc} of ${frame.fn.name}`);
      try {
        const next = this.#step(frame, one);
        if (next === -1) return frame.result;
        pc = next ?? one.next;
      } catch (error) {
        const handler = this.#handle(frame, one.pc, error);
        if (handler === undefined) throw error;
        pc = handler;
      }
    }
  }

  #handle(frame: Frame, pc: number, error: Value): number | undefined {
    for (const entry of frame.fn.catches) {
      if (pc < entry.start || pc >= entry.end) continue;
      if (entry.kind === 2) this.#drop(frame.r, entry.register);
      else if (entry.kind === 0) {
        frame.r[entry.register] = error;
        return entry.handler;
      } else {
        frame.r[entry.register] = 1;
        frame.r[entry.register + 1] = error;
        return entry.handler;
      }
    }
    return undefined;
  }

  #drop(r: Any[], register: number): void {
    if (r[register] !== undefined) this.#machine.drops.push(r[register]);
    r[register] = undefined;
  }

  #private(name: string): WeakMap<object, Value> {
    const map = this.#privates.get(name) ?? new WeakMap<object, Value>();
    this.#privates.set(name, map);
    return map;
  }

  #captured(fn: ReadFunction, frame: Frame): Value[] {
    return fn.captures.map((one) => {
      const value = one.from === 0 ? frame.r[one.index] : frame.captures[one.index];
      return value;
    });
  }

  #define(object: Any, key: Any, value: Value, enumerable = true): void {
    Object.defineProperty(object, key, { value, enumerable, writable: true, configurable: true });
  }

  #initialized(value: Value, name: string): Value {
    if (value === uninitialized || value === hole)
      throw new ReferenceError(`Cannot access '${name}' before initialization`);
    return value;
  }

  // --- instructions: answers where to go on when not behind, -1 to return ---

  #step(frame: Frame, one: Instruction): number | undefined {
    const { fn, r, captures } = frame;
    const { a, b, c, x, target } = one;
    const constant = (index: number): Any => {
      const found = fn.constants[index];
      if (found === undefined) throw new Error("constant");
      return found.tag === 4 ? [undefined, null, false, true][Number(found.value)] : found.value;
    };
    const key = (): string => constant(x & 0xffff);
    const privateKey = (): string => `${this.#privateIndex(fn, x & 0xffff)}`;
    const jump = (yes: boolean): number | undefined => (yes ? target : undefined);
    const box = (value: Value): Box => {
      if (typeof value !== "object" || value === null || !("box" in value))
        throw new Error(`${fn.name}@${one.pc}: no box`);
      return value as Box;
    };
    const localName = (register: number): string =>
      fn.locals.find((l) => l.register === register && l.start <= one.pc && one.pc < l.end)?.name ??
      "?";
    switch (one.info.name) {
      case "NOP":
      case "DEBUGGER":
        return;
      case "MOVE":
        r[a] = r[b];
        return;
      case "LOADK":
        r[a] = constant(b);
        return;
      case "LOADI":
        r[a] = b;
        return;
      case "LOADS":
        r[a] = [undefined, null, false, true, uninitialized][b];
        return;
      case "LOADG":
        r[a] = this.#builtin(b);
        return;
      case "LOADFN":
        r[a] = this.#static(b);
        return;
      case "CLOSURE":
        r[a] = this.#make(this.#fn(b), this.#captured(this.#fn(b), frame));
        return;
      case "SELFCAP":
        (this.#captures.get(r[a]) ?? [])[b] = r[a];
        return;
      case "GETCAP":
        r[a] = captures[b];
        return;
      case "NEWBOX":
        r[a] = { box: r[b] };
        return;
      case "GETBOX":
        r[a] = this.#initialized(box(r[b]).box, localName(b));
        return;
      case "SETBOX":
        this.#initialized(box(r[a]).box, localName(a));
        box(r[a]).box = r[b];
        return;
      case "INITBOX":
        box(r[a]).box = r[b];
        return;
      case "GETCAPBOX":
        r[a] = this.#initialized(box(captures[b]).box, fn.captures[b]?.name ?? "?");
        return;
      case "SETCAPBOX":
        this.#initialized(box(captures[b]).box, fn.captures[b]?.name ?? "?");
        box(captures[b]).box = r[a];
        return;
      case "INITCAPBOX":
        box(captures[b]).box = r[a];
        return;
      case "CHECKINIT":
        this.#initialized(r[a], constant(b));
        return;
      case "CHECKTHIS":
        if (r[a] === uninitialized)
          throw new ReferenceError(
            "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
          );
        return;
      case "GETMOD":
        r[a] = this.#initialized(this.#slots[b], this.#image.slots[b]?.name ?? "?");
        return;
      case "SETMOD":
        this.#initialized(this.#slots[b], this.#image.slots[b]?.name ?? "?");
        this.#slots[b] = r[a];
        return;
      case "INITMOD":
        this.#slots[b] = r[a];
        return;
      case "GETHOME":
        r[a] = this.#homes.get(frame.callee);
        return;
      case "GETCALLEE":
        r[a] = frame.callee;
        return;
      case "NEWTARGET":
        r[a] = frame.target;
        return;
      case "FAIL":
        return this.#fail(a, constant(b));
      case "ADD":
        r[a] = r[b] + r[c];
        return;
      case "SUB":
        r[a] = r[b] - r[c];
        return;
      case "MUL":
        r[a] = r[b] * r[c];
        return;
      case "DIV":
        r[a] = r[b] / r[c];
        return;
      case "MOD":
        r[a] = r[b] % r[c];
        return;
      case "POW":
        r[a] = r[b] ** r[c];
        return;
      case "BAND":
        r[a] = r[b] & r[c];
        return;
      case "BOR":
        r[a] = r[b] | r[c];
        return;
      case "BXOR":
        r[a] = r[b] ^ r[c];
        return;
      case "SHL":
        r[a] = r[b] << r[c];
        return;
      case "SHR":
        r[a] = r[b] >> r[c];
        return;
      case "USHR":
        r[a] = r[b] >>> r[c];
        return;
      case "ADDK":
        r[a] = r[b] + constant(c);
        return;
      case "SUBK":
        r[a] = r[b] - constant(c);
        return;
      case "MULK":
        r[a] = r[b] * constant(c);
        return;
      case "DIVK":
        r[a] = r[b] / constant(c);
        return;
      case "MODK":
        r[a] = r[b] % constant(c);
        return;
      case "BANDK":
        r[a] = r[b] & constant(c);
        return;
      case "BORK":
        r[a] = r[b] | constant(c);
        return;
      case "BXORK":
        r[a] = r[b] ^ constant(c);
        return;
      case "SHLK":
        r[a] = r[b] << constant(c);
        return;
      case "SHRK":
        r[a] = r[b] >> constant(c);
        return;
      case "USHRK":
        r[a] = r[b] >>> constant(c);
        return;
      case "ADDI":
        r[a] = r[b] + ((c << 24) >> 24);
        return;
      case "SUBI":
        r[a] = r[b] - ((c << 24) >> 24);
        return;
      case "MULI":
        r[a] = r[b] * ((c << 24) >> 24);
        return;
      case "NEG":
        r[a] = -r[b];
        return;
      case "PLUS":
        r[a] = +r[b];
        return;
      case "BNOT":
        r[a] = ~r[b];
        return;
      case "NOT":
        r[a] = !r[b];
        return;
      case "TYPEOF":
        r[a] = typeof r[b];
        return;
      case "INC":
        r[a] = Number(r[b]) + 1;
        return;
      case "DEC":
        r[a] = Number(r[b]) - 1;
        return;
      case "INCLT":
      case "INCLTK":
      case "INCLE":
      case "INCLEK":
        r[a] = Number(r[a]) + 1;
        return;
      case "DECGT":
      case "DECGTK":
      case "DECGE":
      case "DECGEK":
        r[a] = Number(r[a]) - 1;
        return;
      case "NUMERIC":
        r[a] = Number(r[b]);
        return;
      case "TOSTRING":
        r[a] = `${r[b]}`;
        return;
      case "TOPART":
        r[a] = typeof r[b] === "number" ? r[b] : `${r[b]}`;
        return;
      case "TOKEY":
        r[a] = toKey(r[b]);
        return;
      case "CONCAT":
        r[a] = r.slice(b, b + c).join("");
        return;
      case "LT":
        r[a] = r[b] < r[c];
        return;
      case "LE":
        r[a] = r[b] <= r[c];
        return;
      case "GT":
        r[a] = r[b] > r[c];
        return;
      case "GE":
        r[a] = r[b] >= r[c];
        return;
      case "EQ":
        r[a] = looselyEqual(r[b], r[c]);
        return;
      case "NE":
        r[a] = !looselyEqual(r[b], r[c]);
        return;
      case "SEQ":
        r[a] = r[b] === r[c];
        return;
      case "SNE":
        r[a] = r[b] !== r[c];
        return;
      case "IN":
        r[a] = r[b] in r[c];
        return;
      case "INSTANCEOF":
        r[a] = r[b] instanceof r[c];
        return;
      case "JMP":
      case "LOOP":
        return target;
      case "JT":
      case "LOOPT":
        return jump(Boolean(r[a]));
      case "JF":
        return jump(!r[a]);
      case "JNULLISH":
        return jump(r[a] === undefined || r[a] === null);
      case "JNNULLISH":
        return jump(r[a] !== undefined && r[a] !== null);
      case "JUNDEF":
        return jump(r[a] === undefined);
      case "JNUNDEF":
        return jump(r[a] !== undefined);
      case "JLT":
      case "LOOPLT":
        return jump(r[a] < r[b]);
      case "JNLT":
        return jump(!(r[a] < r[b]));
      case "JLE":
      case "LOOPLE":
        return jump(r[a] <= r[b]);
      case "JNLE":
        return jump(!(r[a] <= r[b]));
      case "JGT":
      case "LOOPGT":
        return jump(r[a] > r[b]);
      case "JNGT":
        return jump(!(r[a] > r[b]));
      case "JGE":
      case "LOOPGE":
        return jump(r[a] >= r[b]);
      case "JNGE":
        return jump(!(r[a] >= r[b]));
      case "JEQ":
        return jump(looselyEqual(r[a], r[b]));
      case "JNE":
        return jump(!looselyEqual(r[a], r[b]));
      case "JSEQ":
        return jump(r[a] === r[b]);
      case "JSNE":
      case "LOOPSNE":
        return jump(r[a] !== r[b]);
      case "JLTK":
      case "LOOPLTK":
        return jump(r[a] < constant(b));
      case "JNLTK":
        return jump(!(r[a] < constant(b)));
      case "JLEK":
      case "LOOPLEK":
        return jump(r[a] <= constant(b));
      case "JNLEK":
        return jump(!(r[a] <= constant(b)));
      case "JGTK":
      case "LOOPGTK":
        return jump(r[a] > constant(b));
      case "JNGTK":
        return jump(!(r[a] > constant(b)));
      case "JGEK":
      case "LOOPGEK":
        return jump(r[a] >= constant(b));
      case "JNGEK":
        return jump(!(r[a] >= constant(b)));
      case "JLTI":
        return jump(r[a] < b);
      case "JNLTI":
        return jump(!(r[a] < b));
      case "JLEI":
        return jump(r[a] <= b);
      case "JNLEI":
        return jump(!(r[a] <= b));
      case "JGTI":
        return jump(r[a] > b);
      case "JNGTI":
        return jump(!(r[a] > b));
      case "JGEI":
        return jump(r[a] >= b);
      case "JNGEI":
        return jump(!(r[a] >= b));
      case "JSEQI":
        return jump(r[a] === b);
      case "JSNEI":
        return jump(r[a] !== b);
      case "JSEQK":
        return jump(r[a] === constant(b));
      case "JSNEK":
      case "LOOPSNEK":
        return jump(r[a] !== constant(b));
      case "GETPROP":
        r[a] = r[b][key()];
        return;
      case "SETPROP":
        r[a][key()] = r[b];
        return;
      case "GETMETHOD":
        [r[a], r[a + 1]] = [r[b][key()], r[b]];
        return;
      case "GETELEM":
        r[a] = r[b][r[c]];
        return;
      case "SETELEM":
        r[a][r[b]] = r[c];
        return;
      case "GETMETHODE":
        [r[a], r[a + 1]] = [r[b][r[c]], r[b]];
        return;
      case "DELPROP":
        r[a] = delete r[b][key()];
        return;
      case "DELELEM":
        r[a] = delete r[b][r[c]];
        return;
      case "DEFPROP":
        this.#define(r[a], key(), r[b]);
        return;
      case "DEFELEM":
        this.#define(r[a], r[b], r[c]);
        return;
      case "DEFMETHOD":
        this.#homes.set(r[c], r[a]);
        this.#define(r[a], r[b], r[c], x === 1);
        return;
      case "DEFGET":
        this.#homes.set(r[c], r[a]);
        Object.defineProperty(r[a], r[b], { get: r[c], enumerable: x === 1, configurable: true });
        return;
      case "DEFSET":
        this.#homes.set(r[c], r[a]);
        Object.defineProperty(r[a], r[b], { set: r[c], enumerable: x === 1, configurable: true });
        return;
      case "DEFSTATIC":
        Object.defineProperty(r[a], r[b], {
          get: () => this.#slots[x],
          set: (value) => {
            this.#slots[x] = value;
          },
          enumerable: true,
          configurable: true,
        });
        return;
      case "SETPROTO":
        if (Object(r[b]) === r[b] || r[b] === null) Object.setPrototypeOf(r[a], r[b]);
        return;
      case "SETNAME": {
        const name = typeof r[b] === "symbol" ? `[${r[b].description}]` : String(r[b]);
        Object.defineProperty(r[a], "name", {
          value: ["", "get ", "set "][c] + name,
          configurable: true,
        });
        return;
      }
      case "GETSUPER":
        r[a] = Reflect.get(Object.getPrototypeOf(r[b]), r[c], r[x]);
        return;
      case "SUPERPROP":
        r[a] = Reflect.get(Object.getPrototypeOf(r[b]), key(), r[c]);
        return;
      case "SETSUPER":
        Reflect.set(Object.getPrototypeOf(r[a]), r[b], r[c], r[x]);
        return;
      case "GETPRIV": {
        const map = this.#private(privateKey());
        if (!map.has(r[b]))
          throw new TypeError(
            `Cannot read private member ${key()} from an object whose class did not declare it`,
          );
        r[a] = map.get(r[b]);
        return;
      }
      case "SETPRIV": {
        const map = this.#private(privateKey());
        if (!map.has(r[a]))
          throw new TypeError(
            `Cannot write private member ${key()} to an object whose class did not declare it`,
          );
        map.set(r[a], r[b]);
        return;
      }
      case "INITPRIV": {
        const map = this.#private(privateKey());
        if (map.has(r[a])) throw new TypeError("Cannot initialize twice");
        map.set(r[a], r[b]);
        return;
      }
      case "HASPRIV":
        if (Object(r[b]) !== r[b]) throw new TypeError("Cannot use 'in' operator");
        r[a] = this.#private(privateKey()).has(r[b]);
        return;
      case "OBJECT":
        r[a] = Object.fromEntries(
          (this.#image.templates[x] ?? []).map((name, i) => [name, r[b + i]]),
        );
        return;
      case "NEWOBJ":
        r[a] = {};
        return;
      case "ARRAY":
        r[a] = r.slice(b, b + c);
        return;
      case "APPEND":
        r[a].push(...r.slice(b, b + c));
        return;
      case "APPENDHOLE":
        r[a].length += b;
        return;
      case "SPREAD":
        for (const value of r[b]) r[a].push(value);
        return;
      case "SPREADOBJ":
        if (r[b] !== null && r[b] !== undefined)
          for (const name of ownKeys(r[b])) this.#define(r[a], name, r[b][name]);
        return;
      case "RESTOBJ": {
        const taken = r[c].map((one: Value) => toKey(one));
        const rest = {};
        for (const name of ownKeys(r[b]))
          if (!taken.includes(name)) this.#define(rest, name, r[b][name]);
        r[a] = rest;
        return;
      }
      case "CALL":
        r[a] = Reflect.apply(callable(r[a]), undefined, r.slice(a + 2, a + 2 + b));
        return;
      case "CALLM":
        r[a] = Reflect.apply(callable(r[a]), r[a + 1], r.slice(a + 2, a + 2 + b));
        return;
      case "CALLCAP":
        r[a] = Reflect.apply(callable(captures[c]), undefined, r.slice(a + 2, a + 2 + b));
        return;
      case "CALLFN":
        r[a] = Reflect.apply(this.#static(x), undefined, r.slice(a + 2, a + 2 + b));
        return;
      case "CALLV":
        r[a] = Reflect.apply(callable(r[a]), r[a + 1], r[a + 2]);
        return;
      case "NEW":
        r[a] = new r[a](...r.slice(a + 2, a + 2 + b));
        return;
      case "NEWV":
        r[a] = new r[a](...r[a + 2]);
        return;
      case "SUPER":
        r[a] = Reflect.construct(Object.getPrototypeOf(r[a]), r.slice(a + 2, a + 2 + b), r[a + 1]);
        return;
      case "SUPERV":
        r[a] = Reflect.construct(Object.getPrototypeOf(r[a]), r[a + 2], r[a + 1]);
        return;
      case "RET":
        frame.result = r[a];
        return -1;
      case "RETU":
        frame.result = undefined;
        return -1;
      case "CLASS":
        return this.#class(frame, one);
      case "ITER": {
        const iterator = r[b][Symbol.iterator]();
        r[a] = { iterator, next: iterator.next, done: false } satisfies Iteration;
        return;
      }
      case "NEXT": {
        const state: Iteration = r[a];
        r[a + 3] = undefined;
        if (state.done) return target;
        state.done = true;
        const step: Any = Reflect.apply(state.next, state.iterator, []);
        if (Object(step) !== step) throw new TypeError("Iterator result is not an object");
        if (step.done) return target;
        r[a + 3] = step.value;
        state.done = false;
        return;
      }
      case "ITERCLOSE": {
        const state: Iteration = r[a];
        if (state.done) return;
        state.done = true;
        try {
          const result = state.iterator.return?.();
          if (b === 0 && result !== undefined && Object(result) !== result)
            throw new TypeError("not an object");
        } catch (error) {
          if (b === 0) throw error;
        }
        return;
      }
      case "FORIN": {
        const keys: string[] = [];
        if (r[b] !== null && r[b] !== undefined) for (const name in Object(r[b])) keys.push(name);
        r[a] = { keys, object: r[b] };
        return;
      }
      case "FORINNEXT": {
        const next = r[a].keys.shift();
        if (next === undefined) return target;
        r[a + 3] = next;
        return;
      }
      case "THROW":
        throw r[a];
      case "ENDFINALLY":
        if (typeof r[a] !== "number") throw new Error("completion");
        if (r[a] === 1) throw r[a + 1];
        return;
      case "DROP":
        this.#drop(r, a);
        return;
      default:
        throw new Error(`no meaning of ${one.info.name}`);
    }
  }

  /** Private names of equal text in two classes differ by their string index. */
  #privateIndex(fn: ReadFunction, index: number): string {
    return `${fn.constants[index]?.id ?? 0}`;
  }

  #fail(kind: number, text: string): never {
    if (kind === 0) throw new TypeError("Assignment to constant variable.");
    if (kind === 1) throw new TypeError(text);
    if (kind === 2) throw new ReferenceError(text);
    throw new SyntaxError(text);
  }

  #class(frame: Frame, { a, b }: Instruction): undefined {
    const { r } = frame;
    const fn = this.#fn(b);
    const parent = r[a];
    const made = this.#make(fn, this.#captured(fn, frame));
    const proto = Object.create(
      parent === uninitialized ? Object.prototype : parent === null ? null : parent.prototype,
    );
    if (parent !== uninitialized && parent !== null) {
      if (typeof parent !== "function")
        throw new TypeError(`Class extends value ${parent} is not a constructor or null`);
      Object.setPrototypeOf(made, parent);
    }
    Object.defineProperty(made, "prototype", { value: proto, writable: false, enumerable: false });
    this.#define(proto, "constructor", made, false);
    this.#homes.set(made, proto);
    r[a] = made;
    r[a + 1] = proto;
    return undefined;
  }
}

interface Frame {
  readonly fn: ReadFunction;
  readonly r: Any[];
  readonly target: Value;
  readonly callee: Any;
  readonly captures: Value[];
  result?: Value;
}

function callable(value: Any): Any {
  if (typeof value !== "function") throw new TypeError("not a function");
  return value;
}

function looselyEqual(a: Any, b: Any): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: it is the operator.
  return a == b;
}

function toKey(value: Any): string | symbol {
  return Reflect.ownKeys({ [value]: 0 })[0] ?? "";
}

function ownKeys(value: Any): (string | symbol)[] {
  const object = Object(value);
  return Reflect.ownKeys(object).filter(
    (name) => Object.getOwnPropertyDescriptor(object, name)?.enumerable,
  );
}
