/**
 * Second half of scope analysis: the whole program. Follows imports and library names to what they
 * mean, decides where every binding lives, and lists captures, slots and snapshots.
 */
import type { BindingState, BoundModule, Mutable, Use } from "./bind.ts";
import { type Diagnostics, suggestion } from "./diagnostics.ts";
import { Library } from "./library.ts";
import type { Graph, Resolution } from "./modules.ts";
import type { Node } from "./parse.ts";
import { isClass, isFunction } from "./parse.ts";
import type { Binding, BindingKind, ClassInfo, FunctionInfo, ProgramInfo } from "./scope.ts";
import { stdTypes } from "./tables.gen.ts";

/** Registers of a module body that may hold variables; the rest are module slots. */
const bodyRegistersMax = 96;
const capturesMax = 255;

/** What uses and declarations the linker works on, by module. */
export interface Linked {
  readonly program: ProgramInfo;
  /** All uses of a binding, those through imports included. */
  readonly touches: ReadonlyMap<FunctionInfo, ReadonlySet<Binding>>;
  readonly states: ReadonlyMap<Binding, BindingState>;
  readonly slotBindings: ReadonlyMap<number, Binding>;
}

/** Links the modules of a graph; problems with names go to `diagnostics`. */
export function link(graph: Graph, diagnostics: Diagnostics): Linked {
  return new Linker(graph, diagnostics).run();
}

class Linker {
  readonly #graph: Graph;
  readonly #diagnostics: Diagnostics;
  readonly #library: Library;
  readonly #states = new Map<Binding, BindingState>();
  readonly #touches = new Map<FunctionInfo, Set<Binding>>();
  readonly #slots: ProgramInfo["slots"] = [];
  readonly #slotBindings = new Map<number, Binding>();
  readonly #classes = new Map<Node, { info: ClassInfo; functions: readonly FunctionInfo[] }>();
  readonly #nested = new Map<FunctionInfo, FunctionInfo[]>();

  constructor(graph: Graph, diagnostics: Diagnostics) {
    this.#graph = graph;
    this.#diagnostics = diagnostics;
    const [first] = graph.modules;
    if (first === undefined) throw new Error("a graph has at least its entry");
    this.#library = new Library(first.info.body, diagnostics);
    for (const module of graph.modules) {
      for (const [binding, state] of module.states) this.#states.set(binding, state);
      for (const fn of module.functions) this.#touches.set(fn, new Set());
    }
  }

  run(): Linked {
    const { modules } = this.#graph;
    for (const module of modules) this.#resolveNames(module);
    for (const module of modules) this.#linkModule(module);
    const functions = modules.flatMap((module) => module.functions);
    for (const [index, fn] of functions.entries()) fn.index = index;
    this.#findSnapshots(functions);
    return {
      program: { modules: modules.map((module) => module.info), functions, slots: this.#slots },
      touches: this.#touches,
      states: this.#states,
      slotBindings: this.#slotBindings,
    };
  }

  #state(binding: Binding): BindingState {
    const state = this.#states.get(binding);
    if (state === undefined) throw new Error(`no state of binding ${binding.name}`);
    return state;
  }

  #touch(fn: FunctionInfo, binding: Binding): void {
    this.#touches.get(fn)?.add(binding);
  }

  // --- names ---

  #resolveNames(module: BoundModule): void {
    const { info } = module;
    for (const record of module.imports) {
      for (const { binding, imported, node } of record.names) {
        const uses = this.#state(binding).uses;
        info.body.scope.bindings.delete(binding.name);
        info.references.delete(binding.node);
        if (uses.length === 0 && record.specifier === "wo-fiber/std" && stdTypes.has(imported))
          continue;
        const found = this.#graph.resolveImport(module, record.specifier, imported);
        this.#reportMissing(module, found, record.specifier, imported, node);
        for (const use of uses) {
          info.references.delete(use.node);
          this.#useImport(module, binding.name, found, use, 0);
        }
      }
    }
    for (const record of module.exports) {
      if (record.from === undefined) continue;
      const { specifier, imported } = record.from;
      const found = this.#graph.resolveExport(module, record.name);
      this.#reportMissing(module, found, specifier, imported, record.node);
    }
    for (const { name, use } of module.free) this.#library.useGlobal(module, name, use);
    for (const [binding, state] of module.states) {
      for (const use of state.uses) {
        if (binding.kind === "import") continue;
        this.#touch(use.fn, binding);
        if (binding.kind === "enum") this.#foldEnum(module, binding, use, use.chain[0]);
      }
    }
    for (const name of this.#graph.exportedNames(module)) {
      const found = this.#graph.resolveExport(module, name);
      if (found.kind === "binding") info.exports.set(name, found.binding);
      else if (found.kind === "builtin") {
        const binding = this.#library.binding(found.path);
        if (binding !== undefined) info.exports.set(name, binding);
      }
    }
  }

  #reportMissing(
    module: BoundModule,
    found: Resolution,
    specifier: string,
    name: string,
    node: Node,
  ): void {
    const rule =
      found.kind === "missing"
        ? "noExport"
        : found.kind === "ambiguous"
          ? "ambiguousExport"
          : found.kind === "cycle"
            ? "selfExport"
            : undefined;
    if (rule === undefined) return;
    const hint = rule === "noExport" ? this.#suggestExport(module, specifier, name) : undefined;
    this.#diagnostics.add(module.source, node, rule, { specifier, name }, hint);
  }

  #suggestExport(module: BoundModule, specifier: string, name: string): string | undefined {
    if (specifier === "wo-fiber/std") return this.#library.suggestStd(name);
    const target = this.#graph.resolveImport(module, specifier, "*");
    if (target.kind !== "namespace" || target.target.kind !== "module") return undefined;
    return suggestion(name, this.#graph.exportedNames(target.target.module));
  }

  /** One use of an imported name; `depth` accesses of its chain are already part of the name. */
  #useImport(module: BoundModule, name: string, found: Resolution, use: Use, depth: number): void {
    const { source, info } = module;
    const node = depth === 0 ? use.node : (use.chain[depth - 1] ?? use.node);
    if (use.write) {
      this.#diagnostics.add(source, use.node, "assignImport", { name });
      return;
    }
    switch (found.kind) {
      case "binding":
        info.references.set(node, found.binding);
        this.#touch(use.fn, found.binding);
        if (found.binding.kind === "enum") {
          this.#foldEnum(found.module, found.binding, use, use.chain[depth], module);
        }
        return;
      case "builtin":
        return this.#library.use(module, found.path, use, depth);
      case "namespace":
        return this.#useNamespace(module, name, found, use, depth);
      case "type":
        this.#diagnostics.add(source, use.node, "typeAsValue", { name });
        return;
    }
  }

  #useNamespace(
    module: BoundModule,
    name: string,
    found: Resolution & { kind: "namespace" },
    use: Use,
    depth: number,
  ): void {
    const access = use.chain[depth];
    const { target } = found;
    if (target.kind === "refused") return;
    if (access === undefined) {
      this.#diagnostics.add(module.source, use.node, "namespaceUse", { name });
      return;
    }
    const member = access.property.name;
    if (use.chainWritten && depth === use.chain.length - 1) {
      this.#diagnostics.add(module.source, access, "assignImport", { name: `${name}.${member}` });
      return;
    }
    if (target.kind === "library") {
      return this.#library.useMember(module, target.prefix, access, use, depth + 1);
    }
    const inner = this.#graph.resolveExport(target.module, member);
    this.#reportMissing(module, inner, target.module.source.path, member, access.property);
    this.#useImport(module, `${name}.${member}`, inner, use, depth + 1);
  }

  /** `E.A` of a const enum is its value. */
  #foldEnum(
    owner: BoundModule,
    binding: Binding,
    use: Use,
    access: Node | undefined,
    user = owner,
  ): void {
    if (access?.type !== "MemberExpression" || access.property.type !== "Identifier") return;
    if (use.chainWritten && use.chain.length === 1) return;
    const name = access.property.name;
    for (const [node, one] of owner.info.enums) {
      if (one.binding !== binding || node.type !== "TSEnumDeclaration" || !node.const) continue;
      const member = one.members.find((candidate) => candidate.name === name);
      if (member?.value !== undefined) user.info.constants.set(access, member.value);
    }
  }

  // --- storage ---

  #linkModule(module: BoundModule): void {
    const { info } = module;
    for (const fn of module.functions) {
      if (fn.parent === undefined) continue;
      const siblings = this.#nested.get(fn.parent) ?? [];
      this.#nested.set(fn.parent, siblings);
      siblings.push(fn);
    }
    // Imports have become the bindings of other modules.
    const bindings = module.bindings.filter((one) => one.kind !== "import");
    for (const binding of bindings) this.#findWrites(module, binding);
    this.#markTopLevel(module);
    this.#placeFunctions(module);
    const atModule = this.#initializedFunctions(module);
    const exported = new Set(module.exports.map((one) => one.binding));
    info.slotStart = this.#slots.length;
    let registers = 0;
    for (const binding of bindings) {
      this.#placeBinding(module, binding);
      if (!this.#isModuleLevel(module, binding)) continue;
      const fn = this.#functionOf(module, binding);
      if (
        fn !== undefined &&
        (binding.kind === "function" || binding.kind === "private" || atModule.has(binding)) &&
        !binding.reassigned
      ) {
        binding.storage = { kind: "function", fn };
        binding.needsCheck = false;
      } else if (
        binding.captured ||
        exported.has(binding) ||
        registers >= bodyRegistersMax ||
        binding.kind === "function"
      ) {
        binding.storage = { kind: "module", slot: this.#addSlot(module, binding) };
      } else {
        binding.storage = { kind: "register" };
        registers++;
      }
      if (binding.storage.kind !== "register") binding.selfCapture = false;
    }
    this.#placeStatics(module);
    info.slotCount = this.#slots.length - info.slotStart;
    for (const binding of bindings) this.#findCaptures(module, binding);
    for (const scope of info.scopes.values()) {
      if (!/^For/.test(scope.node.type)) continue;
      scope.perIteration = [...scope.bindings.values()].some((one) => one.storage.kind === "box");
    }
  }

  #addSlot(module: BoundModule, binding: Binding): number {
    const slot = this.#slots.length;
    const { name, reassigned } = binding;
    this.#slots.push({ name, reassigned, entry: module.info.entry, isStatic: false });
    this.#slotBindings.set(slot, binding);
    return slot;
  }

  #placeStatics(module: BoundModule): void {
    for (const info of module.info.classes.values()) {
      const { node } = info;
      if (!info.topLevel || !isClass(node)) continue;
      for (const element of node.body.body) {
        if (element.type !== "PropertyDefinition" || !element.static || element.declare === true)
          continue;
        const name = module.source.text.slice(element.key.start, element.key.end);
        info.staticSlots.set(element, this.#slots.length);
        this.#slots.push({ name, reassigned: false, entry: module.info.entry, isStatic: true });
      }
    }
  }

  /** Variables of the module, and what the class scopes of its top-level classes hold. */
  #isModuleLevel(module: BoundModule, binding: Binding): boolean {
    if (binding.scope === module.info.body.scope) return true;
    const inClass = module.info.classes.get(binding.scope.node);
    return (
      inClass?.topLevel === true && module.info.scopes.get(binding.scope.node) === binding.scope
    );
  }

  #functionOf(module: BoundModule, binding: Binding): FunctionInfo | undefined {
    const { initializer } = this.#state(binding);
    const fn =
      initializer === undefined || isClass(initializer)
        ? undefined
        : module.info.functions.get(initializer);
    return fn?.topLevel === true ? fn : undefined;
  }

  /** Who assigns, and who captures. */
  #findWrites(module: BoundModule, binding: Binding): void {
    const state = this.#state(binding);
    const { owner } = binding.scope;
    binding.captured = state.uses.some((use) => use.fn !== owner);
    const writes = state.uses.filter((use) => use.write);
    if (constants.has(binding.kind)) {
      for (const { node } of writes) {
        this.#diagnostics.add(module.source, node, "assignConst", { name: binding.name });
      }
      return;
    }
    binding.reassigned = writes.length > 0 || state.declarations > 1;
    if (binding.kind !== "var") return;
    const [init] = state.varInits;
    if (init?.straight === true && state.varInits.length === 1 && !binding.reassigned) {
      state.initAt = init.at;
    } else if (init !== undefined) binding.reassigned = true;
  }

  /** Functions and classes evaluated once, where a module-level declaration stands. */
  #markTopLevel(module: BoundModule): void {
    const { info } = module;
    for (const [node, functions] of module.classFunctions) {
      const classInfo = info.classes.get(node);
      if (classInfo !== undefined) this.#classes.set(node, { info: classInfo, functions });
    }
    for (const binding of info.body.scope.bindings.values()) {
      const { initializer, varInits } = this.#state(binding);
      if (initializer === undefined) continue;
      if (binding.kind === "var" && varInits.some((one) => !one.straight)) continue;
      if (isFunction(initializer)) {
        const fn = info.functions.get(initializer);
        const plain = !binding.reassigned && !this.#hasFields(binding);
        if (fn !== undefined) fn.topLevel = plain || binding.kind === "function";
        continue;
      }
      const found = this.#classes.get(initializer);
      if (found === undefined) continue;
      found.info.topLevel = true;
      for (const fn of found.functions) fn.topLevel = true;
      this.#mergeSelf(info.references, binding, found.info);
    }
  }

  /** Properties are assigned to the value: it cannot be shared and frozen. */
  #hasFields(binding: Binding): boolean {
    return this.#state(binding).uses.some((use) => use.chainWritten && use.chain.length === 1);
  }

  /**
   * A module-level class declaration needs one binding only, unless the outer one is reassigned.
   */
  #mergeSelf(references: Map<Node, Binding>, outer: Binding, info: Mutable<ClassInfo>): void {
    const { self } = info;
    if (self === undefined || outer.kind !== "class" || outer.reassigned) return;
    const state = this.#state(outer);
    for (const use of this.#state(self).uses) {
      references.set(use.node, outer);
      this.#touches.get(use.fn)?.delete(self);
      this.#touch(use.fn, outer);
      state.uses.push(use);
    }
    outer.captured ||= self.captured;
    this.#state(self).uses.length = 0;
    self.captured = false;
    self.scope.bindings.delete(self.name);
    info.self = undefined;
  }

  // --- order ---

  /** The function just inside `owner` through which a use inside reaches out. */
  #outermost(fn: FunctionInfo, owner: FunctionInfo): FunctionInfo {
    let outer = fn;
    while (outer.parent !== undefined && outer.parent !== owner) outer = outer.parent;
    return outer;
  }

  /** True when a use, or the closure it is in, may come before the binding has its value. */
  #isEarly(module: BoundModule, binding: Binding, use: Use): boolean {
    const state = this.#state(binding);
    const region = binding.hoisted ? undefined : state.region;
    const { owner } = binding.scope;
    let at = use.at;
    let place = use.node;
    if (use.fn !== owner) {
      const outer = this.#outermost(use.fn, owner);
      const made = module.functionStates.get(outer);
      if (made === undefined) return true;
      const hoisted = made.declares?.hoisted === true;
      at = hoisted ? made.hoistAt : made.createdAt;
      if (hoisted && region !== undefined) return true;
      place = outer.node;
    }
    if (at < state.initAt) return true;
    return region !== undefined && !(place.start >= region.start && place.end <= region.end);
  }

  #isOwnUse(binding: Binding, use: Use): boolean {
    const { owner } = binding.scope;
    if (use.fn === owner) return false;
    const { initializer } = this.#state(binding);
    return initializer !== undefined && this.#outermost(use.fn, owner).node === initializer;
  }

  /**
   * Decides which function declarations of inner scopes must be made at the entry of their scope.
   */
  #placeFunctions(module: BoundModule): void {
    const late: Binding[] = [];
    for (const binding of module.bindings) {
      if (binding.kind !== "function") continue;
      const state = this.#state(binding);
      binding.hoisted =
        binding.scope === module.info.body.scope ||
        state.declarations !== 1 ||
        state.region !== undefined;
      if (binding.hoisted) this.#hoist(module, binding);
      else late.push(binding);
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const binding of late) {
        if (binding.hoisted) continue;
        const { uses } = this.#state(binding);
        binding.hoisted = uses.some(
          (use) => !this.#isOwnUse(binding, use) && this.#isEarly(module, binding, use),
        );
        if (!binding.hoisted) continue;
        this.#hoist(module, binding);
        changed = true;
      }
    }
  }

  #hoist(module: BoundModule, binding: Binding): void {
    binding.hoisted = true;
    const state = this.#state(binding);
    const fn = state.initializer && module.info.functions.get(state.initializer);
    const made = fn && module.functionStates.get(fn);
    if (made !== undefined) state.initAt = made.hoistAt + 1;
  }

  /** Register or box, and whether uses must check. */
  #placeBinding(module: BoundModule, binding: Binding): void {
    const { uses } = this.#state(binding);
    const early = uses.filter((use) => this.#isEarly(module, binding, use));
    const closures = early.filter((use) => use.fn !== binding.scope.owner);
    const own = closures.filter((use) => this.#isOwnUse(binding, use));
    const boxed = binding.captured && (binding.reassigned || closures.length > own.length);
    binding.storage = { kind: boxed ? "box" : "register" };
    binding.selfCapture = !boxed && own.length > 0;
    const checked = binding.selfCapture ? early.length > own.length : early.length > 0;
    binding.needsCheck = checked && deadZones.has(binding.kind);
    // Closures would be given a value before its time: methods of a class made before its last key
    // was evaluated, a closure patched with itself.
    const tooSoon =
      binding.needsCheck && (binding.selfCapture || (binding.kind === "self" && binding.captured));
    if (!tooSoon) return;
    binding.storage = { kind: "box" };
    binding.selfCapture = false;
  }

  #findCaptures(module: BoundModule, binding: Binding): void {
    if (binding.storage.kind !== "register" && binding.storage.kind !== "box") return;
    if (!binding.captured) return;
    const { owner } = binding.scope;
    const capture = (fn: FunctionInfo): number => {
      const known = fn.captures.findIndex((one) => one.binding === binding);
      if (known >= 0) return known;
      const { parent } = fn;
      const direct = parent === owner || parent === undefined;
      const index = direct ? 0 : capture(parent);
      fn.captures.push({ binding, from: direct ? "register" : "capture", index });
      if (fn.captures.length === capturesMax + 1) {
        const values = {
          what: `'${fn.name}' captures too many variables`,
          limit: String(capturesMax),
        };
        this.#diagnostics.add(module.source, fn.node, "limit", values);
      }
      return fn.captures.length - 1;
    };
    for (const use of this.#state(binding).uses) if (use.fn !== owner) capture(use.fn);
  }

  // --- module-level functions in consts ---

  /**
   * Bindings whose function exists before anything can ask for it: `const f = () => ...` of which
   * no use is reachable from what the module body runs before. Then the binding is the function.
   */
  #initializedFunctions(module: BoundModule): Set<Binding> {
    const safe = new Set<Binding>();
    const { body } = module.info;
    // In an import cycle other modules may call in before the body has run.
    if (this.#graph.cyclic.has(module)) return safe;
    type Event = { at: number; binding?: Binding; fn?: FunctionInfo; made?: Binding };
    const events: Event[] = [];
    for (const [binding, state] of module.states) {
      for (const use of state.uses) if (use.fn === body) events.push({ at: use.at, binding });
    }
    const held = this.#heldFunctions(module);
    for (const fn of this.#nested.get(body) ?? []) {
      const state = module.functionStates.get(fn);
      if (state !== undefined && !held.has(fn)) events.push({ at: state.createdAt, fn });
    }
    for (const binding of body.scope.bindings.values()) {
      const { initializer, initAt } = this.#state(binding);
      if (initializer === undefined || !isFunction(initializer) || binding.reassigned) continue;
      const fn = module.info.functions.get(initializer);
      const made = fn && module.functionStates.get(fn);
      if (binding.kind !== "function" && made !== undefined && initAt < Infinity) {
        events.push({ at: made.createdAt - 0.5, made: binding });
      }
    }
    const reach = new Reach(this.#touches, this.#nested, (binding) =>
      this.#functionsOf(module, binding),
    );
    for (const { binding, fn, made } of events.sort((a, b) => a.at - b.at)) {
      if (made !== undefined && !reach.bindings.has(made)) safe.add(made);
      if (binding !== undefined) reach.binding(binding);
      if (fn !== undefined) reach.function(fn);
    }
    return safe;
  }

  /** Functions that only their module-level binding leads to: making them runs nothing. */
  #heldFunctions(module: BoundModule): Set<FunctionInfo> {
    const held = new Set<FunctionInfo>();
    for (const binding of module.info.body.scope.bindings.values()) {
      const functions = this.#functionsOf(module, binding);
      // Static parts of a class run at once and see the class.
      if (functions.some((one) => one.kind === "static")) continue;
      for (const fn of functions) held.add(fn);
    }
    return held;
  }

  /** The functions that a value known to be in `binding` may run. */
  #functionsOf(module: BoundModule, binding: Binding): readonly FunctionInfo[] {
    const state = this.#states.get(binding);
    const initializer = state?.initializer;
    if (initializer === undefined) return [];
    const found = this.#classes.get(initializer);
    if (found !== undefined) return found.functions;
    const fn = module.info.functions.get(initializer);
    return fn === undefined ? [] : [fn];
  }

  // --- snapshots ---

  #findSnapshots(functions: readonly FunctionInfo[]): void {
    if (!this.#slots.some((slot) => slot.entry)) return;
    const users = new Map<FunctionInfo, FunctionInfo[]>();
    const needs = (user: FunctionInfo, used: FunctionInfo): void => {
      const list = users.get(used) ?? [];
      users.set(used, list);
      list.push(user);
    };
    for (const fn of functions) {
      if (fn.kind === "module") continue;
      for (const inner of this.#nested.get(fn) ?? []) needs(fn, inner);
      for (const binding of this.#touches.get(fn) ?? []) this.#touchSnapshot(fn, binding, needs);
    }
    for (const { info, functions: members } of this.#classes.values()) {
      // A class crosses as a whole: whoever has an instance can call any of its methods.
      if (!info.topLevel) continue;
      for (const member of members) if (member !== info.init) needs(info.init, member);
      for (const slot of info.staticSlots.values()) {
        if (this.#slots[slot]?.entry === true) info.init.snapshot.add(slot);
      }
      this.#parentSnapshot(info, needs);
    }
    const queue = functions.filter((fn) => fn.snapshot.size > 0);
    for (let fn = queue.pop(); fn !== undefined; fn = queue.pop()) {
      for (const user of users.get(fn) ?? []) {
        const before = user.snapshot.size;
        for (const slot of fn.snapshot) user.snapshot.add(slot);
        if (user.snapshot.size > before) queue.push(user);
      }
    }
  }

  #touchSnapshot(
    fn: FunctionInfo,
    binding: Binding,
    needs: (user: FunctionInfo, used: FunctionInfo) => void,
  ): void {
    const { storage } = binding;
    if (storage.kind === "function") needs(fn, storage.fn);
    if (storage.kind !== "module") return;
    if (this.#slots[storage.slot]?.entry === true) fn.snapshot.add(storage.slot);
    const initializer = this.#states.get(binding)?.initializer;
    const known = initializer && this.#classes.get(initializer);
    if (known !== undefined) needs(fn, known.info.init);
    else if (initializer !== undefined) {
      const held = binding.scope.owner.module.functions.get(initializer);
      if (held !== undefined) needs(fn, held);
    }
  }

  /** A class reaches what the class it extends reaches. */
  #parentSnapshot(info: ClassInfo, needs: (user: FunctionInfo, used: FunctionInfo) => void): void {
    const { node } = info;
    if (!isClass(node) || node.superClass === null) return;
    const module = info.init.module;
    const parent = module.references.get(node.superClass);
    if (parent === undefined) return;
    this.#touchSnapshot(info.init, parent, needs);
    const initializer = this.#states.get(parent)?.initializer;
    const known = initializer && this.#classes.get(initializer);
    if (known !== undefined) needs(info.init, known.info.init);
  }
}

/** What code that runs may touch: bindings, and through them functions. */
class Reach {
  readonly bindings = new Set<Binding>();
  readonly #functions = new Set<FunctionInfo>();
  readonly #touches: ReadonlyMap<FunctionInfo, ReadonlySet<Binding>>;
  readonly #nested: ReadonlyMap<FunctionInfo, readonly FunctionInfo[]>;
  readonly #functionsOf: (binding: Binding) => readonly FunctionInfo[];

  constructor(
    touches: ReadonlyMap<FunctionInfo, ReadonlySet<Binding>>,
    nested: ReadonlyMap<FunctionInfo, readonly FunctionInfo[]>,
    functionsOf: (binding: Binding) => readonly FunctionInfo[],
  ) {
    this.#touches = touches;
    this.#nested = nested;
    this.#functionsOf = functionsOf;
  }

  binding(binding: Binding): void {
    if (this.bindings.has(binding)) return;
    this.bindings.add(binding);
    for (const fn of this.#functionsOf(binding)) this.function(fn);
  }

  function(fn: FunctionInfo): void {
    if (this.#functions.has(fn)) return;
    this.#functions.add(fn);
    for (const binding of this.#touches.get(fn) ?? []) this.binding(binding);
    for (const inner of this.#nested.get(fn) ?? []) this.function(inner);
  }
}

/** Bindings that cannot be assigned: the attempt is a TypeError at run time. */
const constants: ReadonlySet<BindingKind> = new Set<BindingKind>([
  "const",
  "using",
  "self",
  "enum",
  "private",
  "key",
  "this",
  "home",
  "newTarget",
]);
/** Bindings that are uninitialized before their declaration has run. */
const deadZones: ReadonlySet<BindingKind> = new Set<BindingKind>([
  "let",
  "const",
  "using",
  "class",
  "enum",
  "self",
  "param",
  "catch",
  "private",
  "key",
  "this",
]);
