/**
 * Who releases a hold. A fresh hold (a channel just made, an end just taken, a connection just
 * accepted) that a binding is initialized with, and that does not escape the binding's scope, is
 * released where the scope ends, for the variable of a loop over a listener at the end of each turn;
 * one that no binding takes, where its expression ends. Everything else is left to `using`,
 * `release()`, the end of the isolate, or the collector: a hold released late is a stream that ends
 * late, a hold released early is a bug, so whatever is not understood here escapes.
 */
import { type ast, children, isClass, isFunction, type Node, unwrap, walk } from "./parse.ts";
import type { Binding, FunctionInfo, ModuleInfo, ProgramInfo, Storage } from "./scope.ts";
import { builtinPaths } from "./tables.gen.ts";

/** Std functions that keep an argument, or answer something that does. */
const keeping = new Set(["std.select.send", "std.select.loop", "std.defer", "std.cleanup.push"]);
/** Std functions whose first argument is copied into a new isolate. */
const spawning = new Set(["std.spawn", "std.spawn.result"]);
/** Std functions that look at a literal of arms only while they run. */
const selecting = new Set(["std.select", "std.select.now"]);
/** Methods of a channel that answer a new hold. */
const taking = new Set(["sender", "receiver"]);
/** What makes a value of the type. */
const makers = { Chan: "std.chan", Listener: "std.net.listen" };
/** The names under which a module imports the library's types. */
type HoldTypes = Record<keyof typeof makers, Set<string>>;

export class DropAnalysis {
  /** Some part of the program makes holds, or is given a channel that it may take ends from. */
  readonly #active: boolean;
  readonly #builtins = new Map<number, { path: string; fresh: boolean }>();
  readonly #owned = new Map<Binding, boolean>();
  readonly #initializers = new Map<ModuleInfo, Map<Binding, Node>>();
  /** What the variable of a for...of goes over. */
  readonly #subjects = new Map<ModuleInfo, Map<Binding, Node>>();
  readonly #types = new Map<ModuleInfo, HoldTypes>();
  readonly #returns = new Map<FunctionInfo, boolean>();

  constructor(program: ProgramInfo) {
    for (const [path, member] of builtinPaths) {
      if (member.kind !== "value" || !path.startsWith("std.")) continue;
      const fresh = /=> (?:(?:Chan|Send|Recv)<|(?:Conn|File|Listener)$)/.test(member.signature);
      this.#builtins.set(member.index, { path, fresh });
    }
    // Most programs know of no holds at all: their trees are not walked for any.
    this.#active = program.modules.some((module) => {
      const { Chan, Listener } = holdTypesOf(module);
      const named = [...module.references.values()];
      return Chan.size + Listener.size > 0 || named.some(({ storage }) => this.#makesHold(storage));
    });
    for (const module of this.#active ? program.modules : []) {
      this.#initializers.set(module, initializersOf(module));
      this.#subjects.set(module, subjectsOf(module));
      this.#types.set(module, holdTypesOf(module));
    }
  }

  #makesHold(storage: Storage): boolean {
    return storage.kind === "builtin" && this.#builtins.get(storage.index)?.fresh === true;
  }

  /** True when the scope of `binding` releases the hold it was initialized with. */
  owns(binding: Binding): boolean {
    let owned = this.#owned.get(binding);
    if (owned === undefined) {
      owned = this.#isCandidate(binding) && !this.#escapes(binding, false);
      this.#owned.set(binding, owned);
    }
    return owned;
  }

  /** True when evaluating `expression` makes a hold that nothing else has. */
  isFresh(module: ModuleInfo, expression: Node): boolean {
    const node = unwrap(expression);
    if (!this.#active || node.type !== "CallExpression" || node.optional) return false;
    const callee = unwrap(node.callee);
    const binding = module.references.get(callee);
    if (binding?.storage.kind === "builtin") {
      return this.#builtins.get(binding.storage.index)?.fresh === true;
    }
    if (binding?.storage.kind === "function") return this.#returnsFresh(binding.storage.fn);
    if (callee.type !== "MemberExpression" || callee.computed || callee.optional) return false;
    const { property } = callee;
    if (property.type !== "Identifier") return false;
    if (property.name === "accept") return this.#is("Listener", module, callee.object);
    return taking.has(property.name) && this.#is("Chan", module, callee.object);
  }

  /** The calls inside `node` whose fresh holds end with it: arguments of std, objects of methods. */
  temporariesOf(module: ModuleInfo, node: ast.CallExpression): Node[] {
    const callee = unwrap(node.callee);
    const path = this.#pathOf(module, callee);
    if (path === undefined) {
      const fresh = callee.type === "MemberExpression" && this.isFresh(module, callee.object);
      return fresh && callee.type === "MemberExpression" ? [unwrap(callee.object)] : [];
    }
    if (keeping.has(path)) return [];
    const found: Node[] = [];
    for (const argument of node.arguments) {
      const value = unwrap(argument);
      if (this.isFresh(module, value)) found.push(value);
      else if (selecting.has(path) && value.type === "ObjectExpression") {
        for (const arm of value.properties) {
          if (arm.type === "Property" && this.isFresh(module, arm.value))
            found.push(unwrap(arm.value));
        }
      }
    }
    return found;
  }

  /** "std.spawn" for a callee that is the library's spawn. */
  #pathOf(module: ModuleInfo, callee: Node): string | undefined {
    const storage = module.references.get(unwrap(callee))?.storage;
    return storage?.kind === "builtin" ? this.#builtins.get(storage.index)?.path : undefined;
  }

  /** An expression that is a two-way channel, or a listener, of the library's for certain. */
  #is(type: keyof HoldTypes, module: ModuleInfo, expression: Node): boolean {
    const node = unwrap(expression);
    if (node.type === "CallExpression") return this.#pathOf(module, node.callee) === makers[type];
    const binding = node.type === "Identifier" ? module.references.get(node) : undefined;
    if (binding === undefined || binding.reassigned) return false;
    const owner = binding.scope.owner.module;
    const initializer = this.#initializers.get(owner)?.get(binding);
    if (initializer !== undefined) return this.#is(type, owner, initializer);
    return binding.kind === "param" && this.#isOfType(type, owner, binding.node);
  }

  #isOfType(wanted: keyof HoldTypes, module: ModuleInfo, name: Node): boolean {
    if (name.type !== "Identifier") return false;
    const type = name.typeAnnotation?.typeAnnotation;
    if (type?.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return false;
    return this.#types.get(module)?.[wanted].has(type.typeName.name) === true;
  }

  #isCandidate(binding: Binding): boolean {
    if ((binding.kind !== "const" && binding.kind !== "let") || binding.reassigned) return false;
    if (binding.storage.kind !== "register") return false;
    // The cases of a switch jump over each other's declarations.
    if (binding.scope.node.type === "SwitchStatement") return false;
    const { module } = binding.scope.owner;
    const subject = this.#subjects.get(module)?.get(binding);
    if (subject !== undefined) return this.#is("Listener", module, subject);
    const initializer = this.#initializers.get(module)?.get(binding);
    return initializer !== undefined && this.isFresh(module, initializer);
  }

  /** Functions of this program whose every return is a hold that only the caller has. */
  #returnsFresh(fn: FunctionInfo): boolean {
    const known = this.#returns.get(fn);
    if (known !== undefined) return known;
    this.#returns.set(fn, false);
    const answer = this.#allReturnsFresh(fn);
    this.#returns.set(fn, answer);
    return answer;
  }

  #allReturnsFresh(fn: FunctionInfo): boolean {
    const { node, module } = fn;
    if (!isFunction(node) || node.body === null) return false;
    if (node.body.type !== "BlockStatement") return this.isFresh(module, node.body);
    const values: (Node | null)[] = [];
    walk(node.body, (one) => {
      if (one.type === "ReturnStatement") values.push(one.argument);
      return !isFunction(one) && !isClass(one);
    });
    return (
      values.length > 0 &&
      values.every(
        (value) =>
          value !== null && (this.isFresh(module, value) || this.#isFreshVariable(module, value)),
      )
    );
  }

  /** A variable with a fresh hold that is given away by `return` alone. */
  #isFreshVariable(module: ModuleInfo, value: Node): boolean {
    const node = unwrap(value);
    const binding = node.type === "Identifier" ? module.references.get(node) : undefined;
    return binding !== undefined && this.#isCandidate(binding) && !this.#escapes(binding, true);
  }

  #escapes(binding: Binding, mayReturn: boolean): boolean {
    return new EscapeSearch(binding, mayReturn, (module, callee) =>
      this.#pathOf(module, callee),
    ).in(binding.scope.node);
  }
}

/** Looks for a use of one binding that lets its value outlive the scope. */
class EscapeSearch {
  readonly #binding: Binding;
  readonly #module: ModuleInfo;
  readonly #mayReturn: boolean;
  readonly #pathOf: (callee: Node) => string | undefined;

  constructor(
    binding: Binding,
    mayReturn: boolean,
    pathOf: (module: ModuleInfo, callee: Node) => string | undefined,
  ) {
    this.#binding = binding;
    this.#module = binding.scope.owner.module;
    this.#mayReturn = mayReturn;
    this.#pathOf = (callee) => pathOf(this.#module, callee);
  }

  #is(expression: Node): boolean {
    const node = unwrap(expression);
    return node.type === "Identifier" && this.#module.references.get(node) === this.#binding;
  }

  /** As `in`, but the value of `expression` itself may be the binding. */
  #past(expression: Node): boolean {
    return !this.#is(expression) && this.in(expression);
  }

  in(outer: Node): boolean {
    const node = unwrap(outer);
    if (this.#is(node)) return true;
    // The module's own scope is that of its body, not of a function some code could capture into.
    if (isFunction(node) && node !== this.#binding.scope.node) return this.#isCapturedBy(node);
    switch (node.type) {
      case "VariableDeclarator":
        return (
          (node.id !== this.#binding.node && this.in(node.id)) ||
          (node.init !== null && this.in(node.init))
        );
      case "ReturnStatement":
        if (node.argument === null) return false;
        return this.#mayReturn ? this.#past(node.argument) : this.in(node.argument);
      case "ExpressionStatement":
        return this.#past(node.expression);
      case "MemberExpression":
        if (isKeepingMethod(node)) return this.in(node.object);
        return this.#past(node.object) || (node.computed && this.in(node.property));
      case "SpreadElement":
        return this.#past(node.argument);
      case "IfStatement":
        return (
          this.#past(node.test) ||
          this.in(node.consequent) ||
          (node.alternate !== null && this.in(node.alternate))
        );
      case "BinaryExpression":
        return this.#past(node.left) || this.#past(node.right);
      case "UnaryExpression":
        return this.#past(node.argument);
      case "ForOfStatement":
        return this.in(node.left) || this.#iterated(node.right) || this.in(node.body);
      case "CallExpression":
        return this.#call(node);
      default:
        return children(node).some((child) => this.in(child));
    }
  }

  #isCapturedBy(node: Node): boolean {
    const info = this.#module.functions.get(node);
    return info?.captures.some((one) => one.binding === this.#binding) ?? true;
  }

  /** The subject of a for...of: the binding itself, or a select.loop that watches it. */
  #iterated(expression: Node): boolean {
    const node = unwrap(expression);
    if (node.type === "CallExpression" && this.#pathOf(node.callee) === "std.select.loop") {
      return node.arguments.some((one) => this.#arms(one));
    }
    const callee = node.type === "CallExpression" ? unwrap(node.callee) : undefined;
    if (callee?.type === "MemberExpression" && isKeepingMethod(callee)) {
      return this.#past(callee.object);
    }
    return this.#past(node);
  }

  #call(node: ast.CallExpression): boolean {
    const path = this.#pathOf(node.callee);
    if (path === undefined || keeping.has(path)) {
      return this.in(node.callee) || node.arguments.some((one) => this.in(one));
    }
    return node.arguments.some((one, i) => {
      if (spawning.has(path) && i === 0 && isFunction(unwrap(one))) return false;
      return selecting.has(path) ? this.#arms(one) : this.#past(one);
    });
  }

  /** The literal of arms of a select. */
  #arms(expression: Node): boolean {
    const node = unwrap(expression);
    if (node.type !== "ObjectExpression") return this.#past(node);
    return node.properties.some((one) => {
      if (one.type !== "Property") return this.in(one);
      return (one.computed && this.in(one.key)) || this.#arm(one.value);
    });
  }

  /** A channel, `select.send(channel, value)`, or a function that answers one of them. */
  #arm(expression: Node): boolean {
    const node = unwrap(expression);
    if (node.type === "ArrowFunctionExpression" && node.body.type !== "BlockStatement") {
      return this.#arm(node.body);
    }
    if (node.type === "CallExpression" && this.#pathOf(node.callee) === "std.select.send") {
      const [channel, ...values] = node.arguments;
      return (channel !== undefined && this.#past(channel)) || values.some((one) => this.in(one));
    }
    return this.#past(node);
  }
}

/** `conn.lines()`: what it answers goes on using the connection. */
function isKeepingMethod(node: ast.MemberExpression): boolean {
  return !node.computed && node.property.type === "Identifier" && node.property.name === "lines";
}

/** What each variable of the module that a plain declaration names is initialized with. */
function initializersOf(module: ModuleInfo): Map<Binding, Node> {
  const initializers = new Map<Binding, Node>();
  walk(module.program, (node) => {
    if (node.type !== "VariableDeclarator" || node.init === null) return;
    const binding = node.id.type === "Identifier" ? module.references.get(node.id) : undefined;
    if (binding !== undefined) initializers.set(binding, node.init);
  });
  return initializers;
}

/** What each loop variable of the module that a plain declaration names takes its values from. */
function subjectsOf(module: ModuleInfo): Map<Binding, Node> {
  const subjects = new Map<Binding, Node>();
  walk(module.program, (node) => {
    if (node.type !== "ForOfStatement" || node.left.type !== "VariableDeclaration") return;
    const id = node.left.declarations[0]?.id;
    const binding = id?.type === "Identifier" ? module.references.get(id) : undefined;
    if (binding !== undefined) subjects.set(binding, node.right);
  });
  return subjects;
}

function holdTypesOf(module: ModuleInfo): HoldTypes {
  const types: HoldTypes = { Chan: new Set(), Listener: new Set() };
  for (const node of module.program.body) {
    if (node.type !== "ImportDeclaration" || node.source.value !== "wo-fiber/std") continue;
    for (const one of node.specifiers) {
      if (one.type !== "ImportSpecifier") continue;
      const imported = one.imported.type === "Literal" ? one.imported.value : one.imported.name;
      if (imported === "Chan" || imported === "Listener") types[imported].add(one.local.name);
    }
  }
  return types;
}
