/**
 * What emitting one function keeps track of: its registers, which bindings they hold, and what an
 * exit (break, continue, return) has to do on its way out. The emit-*.ts files beside this one hold
 * the rules of the language; they all work on a FunctionEmitter.
 *
 * Registers are a stack: `this` and parameters, then the bindings of the open scopes, then
 * temporaries of the expression at hand. A binding gets its register where its value is made, so a
 * call's result is in place without a move.
 */
import {
  Assembler,
  type CodeLocal,
  type Label,
  type PrivateName,
  type Range,
  registersMax,
  Special,
  TooLarge,
} from "./assemble.ts";
import type { DropAnalysis } from "./drops.ts";
import type { ImageCapture } from "./image.ts";
import type { ast, Node } from "./parse.ts";
import type { Binding, ClassInfo, FunctionInfo, ModuleInfo, Scope } from "./scope.ts";

/** A value known while compiling. */
export interface Known {
  readonly value: number | string | boolean | null | undefined;
}

/** What the functions of one program share. */
export interface ProgramContext {
  readonly drops: DropAnalysis;
  /** Index of the object template with these keys. */
  template(keys: readonly string[]): number;
  privateName(classNode: Node, text: string): PrivateName;
  /** Constants with a known value that no use can come before. */
  readonly known: Map<Binding, Known>;
  readonly folded: Map<Node, Known | undefined>;
  /** Where the captures of a function come from, once its maker was emitted. */
  readonly captures: Map<FunctionInfo, readonly ImageCapture[]>;
}

/** What lies between a statement and the place an exit goes to, innermost last. */
export type Exit =
  | LoopExit
  /** A labelled block or a switch. */
  | {
      readonly kind: "block";
      readonly labels: readonly string[];
      readonly isSwitch: boolean;
      readonly breakLabel: Label;
    }
  | { readonly kind: "drop"; readonly register: number; readonly range: Range }
  | { readonly kind: "catch"; readonly range: Range }
  | FinallyExit;

export interface LoopExit {
  readonly kind: "loop";
  readonly labels: readonly string[];
  readonly breakLabel: Label;
  readonly continueLabel: Label;
  /** Window of the iterator that leaving the loop closes. */
  readonly iterator?: { readonly window: number; readonly range: Range };
}

export interface FinallyExit {
  readonly kind: "finally";
  /** Completion kind; the register behind it holds the value returned or thrown. */
  readonly completion: number;
  readonly label: Label;
  /** The exits that go through here; completion kind 2 is the first. */
  readonly pending: Departure[];
}

export type Departure =
  | { readonly how: "break" | "continue"; readonly target: Exit }
  | { readonly how: "return" };

export class FunctionEmitter {
  readonly program: ProgramContext;
  readonly info: FunctionInfo;
  readonly module: ModuleInfo;
  readonly asm: Assembler = new Assembler();
  readonly exits: Exit[] = [];
  /** Registers of the bindings of open scopes; of boxed ones the register of the box. */
  readonly registers: Map<Binding, number> = new Map();
  /** By-value captures held in registers for the duration of a loop. */
  readonly cached: Map<Binding, number> = new Map();
  /** Bindings that code from here on cannot see uninitialized. */
  readonly initialized: Set<Binding> = new Set();
  /** Derived constructors: super() has certainly returned. */
  thisReady: boolean;
  /** The class whose constructor this is; its instance fields are initialized here. */
  constructs: ClassInfo | undefined;
  /** Derived constructors that may reach super() twice: undefined until it has returned once. */
  superCalled: number | undefined;
  /** Holds new.target from the entry of the function on: no instruction finds it after a call. */
  newTarget: number | undefined;
  /** The initializer of a field is at hand: there is no new.target in it. */
  inField: boolean = false;
  /** Classes whose definition is being emitted here, innermost last. */
  readonly openClasses: ast.Class[] = [];
  /** Fresh holds of the expression at hand that end with it, by the call that makes them. */
  readonly temporaries: Map<Node, number> = new Map();
  /** Where an optional chain goes when it ends early; set while its links are emitted. */
  chainEnd: Label | undefined;
  #next = 1;
  readonly #isBinding: boolean[] = [];
  readonly #locals = new Map<Binding, CodeLocal>();

  constructor(program: ProgramContext, info: FunctionInfo) {
    this.program = program;
    this.info = info;
    this.module = info.module;
    this.thisReady = info.kind !== "derived";
  }

  // --- registers ---

  get next(): number {
    return this.#next;
  }

  /** The first of `count` new registers in a row. */
  temp(count = 1): number {
    const first = this.#next;
    this.#next += count;
    if (this.#next > registersMax) throw new TooLarge("a function is too large", registersMax);
    if (this.#next > this.asm.registers) this.asm.registers = this.#next;
    return first;
  }

  /** Frees every register from `mark` on. */
  release(mark: number): void {
    for (let r = mark; r < this.#next; r++) this.#isBinding[r] = false;
    this.#next = mark;
  }

  /** True when nothing but the expression at hand can look at the register. */
  isTemp(register: number): boolean {
    return register > 0 && this.#isBinding[register] !== true;
  }

  /** True when a call may use `register` as its window: it is the newest temporary. */
  isTop(register: number): boolean {
    return register === this.#next - 1 && this.isTemp(register);
  }

  // --- bindings ---

  binding(node: Node): Binding | undefined {
    return this.module.references.get(node);
  }

  /** The binding of a name that is declared, which every one has. */
  declared(node: Node): Binding {
    const binding = this.module.references.get(node);
    if (binding === undefined) throw new Error(`no binding for ${node.type} at ${node.start}`);
    return binding;
  }

  isOwn(binding: Binding): boolean {
    return binding.scope.owner === this.info;
  }

  /** `register` holds `binding` (or its box) from here to the end of its scope. */
  hold(binding: Binding, register: number): void {
    this.registers.set(binding, register);
    this.#isBinding[register] = true;
    this.#locals.set(binding, this.asm.local(binding.name, register));
  }

  /** The scope of `binding` ends here. */
  drop(binding: Binding): void {
    const local = this.#locals.get(binding);
    if (local !== undefined) this.asm.endLocal(local);
    this.#locals.delete(binding);
    this.registers.delete(binding);
    this.initialized.delete(binding);
  }

  registerOf(binding: Binding): number {
    const register = this.registers.get(binding);
    if (register !== undefined) return register;
    if (binding.kind === "this" && binding.storage.kind === "register") return 0;
    throw new Error(`'${binding.name}' has no register`);
  }

  captureIndex(binding: Binding): number {
    const index = this.info.captures.findIndex((capture) => capture.binding === binding);
    if (index < 0) throw new Error(`'${binding.name}' is not captured by ${this.info.name}`);
    return index;
  }

  /** True when a read or write of the own register of `binding` must look for the marker. */
  mustCheck(binding: Binding): boolean {
    return binding.needsCheck && !this.initialized.has(binding);
  }

  // --- small loads ---

  loadSpecial(register: number, value: Special): void {
    this.asm.wide("LOADS", register, value);
  }

  loadUndefined(register: number): void {
    this.loadSpecial(register, Special.undefined);
  }

  /** Source position of what follows: the start of `node`, or an offset. */
  at(place: Node | number): void {
    this.asm.offset = typeof place === "number" ? place : place.start;
  }

  text(node: Node): string {
    return this.module.text.slice(node.start, node.end);
  }

  scopeOf(node: Node): Scope | undefined {
    return this.module.scopes.get(node);
  }
}
