/**
 * Refusals. First those that need no names: constructs fiber code does not have. Then, once names
 * are linked, what `spawn` may not be given. Names the library does not have are refused where they
 * are resolved (library.ts).
 */
import type { BoundModule } from "./bind.ts";
import type { Diagnostics, RuleName, Span } from "./diagnostics.ts";
import type { Linked } from "./link.ts";
import type { Graph } from "./modules.ts";
import type { ast, FunctionNode, Node, Source } from "./parse.ts";
import { children, isClass, isErased, isFunction, positionOf, unwrap } from "./parse.ts";
import type { Binding, FunctionInfo } from "./scope.ts";

/** Reports every construct of a module that is refused whatever its names mean. */
export function checkSyntax(source: Source, diagnostics: Diagnostics): void {
  const refuse = (span: Span, rule: RuleName): void => diagnostics.add(source, span, rule);
  const named = new Set<Node>();
  const visit = (node: Node, inArrow: boolean): void => {
    if (isErased(node)) return;
    if (
      (node.type === "MethodDefinition" || node.type === "Property") &&
      isFunction(node.value) &&
      node.value.type === "FunctionExpression" &&
      node.value.id === null
    ) {
      // A method is pointed at by its key.
      refuseFunction(node.value, node.key, refuse);
      named.add(node.value);
    }
    if (!named.has(node)) refuseNode(node, inArrow, refuse);
    let arrow = inArrow;
    if (node.type === "ArrowFunctionExpression") arrow = true;
    else if (node.type === "FunctionExpression" || node.type === "FunctionDeclaration")
      arrow = false;
    for (const child of children(node)) visit(child, arrow);
  };
  visit(source.program, false);
}

type Refuse = (span: Span, rule: RuleName) => void;

/** The first `length` characters of a node: the keyword that is refused. */
function head(node: Node, length: number): Span {
  return { start: node.start, end: Math.min(node.end, node.start + length) };
}

function refuseFunction(node: FunctionNode, place: Span, refuse: Refuse): void {
  if (node.async) refuse(place, "async");
  else if (node.generator) refuse(place, "generator");
}

function refuseNode(node: Node, inArrow: boolean, refuse: Refuse): void {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return refuseFunction(
        node,
        node.id ?? head(node, node.async ? "async".length : "function*".length),
        refuse,
      );
    case "AwaitExpression":
      return refuse(head(node, "await".length), "await");
    case "ForOfStatement":
      if (node.await) refuse(head(node, "for await".length), "forAwait");
      return;
    case "VariableDeclaration":
      if (node.kind === "await using") refuse(head(node, "await using".length), "awaitUsing");
      return;
    case "ImportExpression":
      return refuse(node, "dynamicImport");
    case "MetaProperty":
      if (node.meta.name === "import") refuse(node, "importMeta");
      return;
    case "WithStatement":
      return refuse(head(node, "with".length), "with");
    case "Literal":
      if ("regex" in node) refuse(node, "regex");
      else if ("bigint" in node) refuse(node, "bigint");
      return;
    case "TaggedTemplateExpression":
      return refuse(node, "taggedTemplate");
    case "CallExpression":
      if (node.callee.type === "Super" && inArrow) refuse(node.callee, "superInArrow");
      return;
    case "AccessorProperty":
      return refuse(node, "accessorField");
    case "TSModuleDeclaration":
      return refuse(head(node, node.kind.length), "namespace");
    case "TSExportAssignment":
      return refuse(node, "exportAssignment");
    case "TSImportEqualsDeclaration":
      return refuse(node, "importAssignment");
    case "ImportDeclaration":
      if (node.phase !== null) refuse(node, "importPhase");
      break;
  }
  if ("decorators" in node && node.decorators !== undefined && node.decorators.length > 0) {
    for (const one of node.decorators) refuse(one, "decorator");
  }
}

// --- checks that need the linked program ---

/** Reports what only the meaning of names shows: what `spawn` is given, `new Function`. */
export function checkCalls(graph: Graph, linked: Linked, diagnostics: Diagnostics): void {
  for (const module of graph.modules) {
    for (const { node } of module.calls) {
      const callee = module.info.references.get(unwrap(node.callee));
      if (callee?.storage.kind !== "builtin") continue;
      if (callee.name === "Function") diagnostics.add(module.source, node.callee, "newFunction");
      const [first, ...rest] = node.arguments;
      if (node.type !== "CallExpression" || first === undefined) continue;
      if (callee.name !== "std.spawn" && callee.name !== "std.spawn.result") continue;
      new SpawnCheck(module, linked, diagnostics).check(unwrap(first), rest.length > 0);
    }
  }
}

class SpawnCheck {
  readonly #module: BoundModule;
  readonly #linked: Linked;
  readonly #diagnostics: Diagnostics;

  constructor(module: BoundModule, linked: Linked, diagnostics: Diagnostics) {
    this.#module = module;
    this.#linked = linked;
    this.#diagnostics = diagnostics;
  }

  check(given: Node, hasArguments: boolean): void {
    const { info, source } = this.#module;
    const binding = info.references.get(given);
    if (given.type === "MemberExpression" && binding === undefined && !isIndexed(given)) {
      const path = source.text.slice(given.start, given.end);
      const dots = hasArguments ? "..." : "";
      this.#diagnostics.add(source, given, "spawnMethod", { path, dots });
      return;
    }
    const fn = isFunction(given) ? info.functions.get(given) : this.#knownFunction(binding);
    if (fn === undefined) return;
    for (const capture of fn.captures) {
      if (capture.binding.reassigned) this.#refuse(fn, capture.binding, given);
    }
    for (const slot of fn.snapshot) {
      const variable = this.#linked.slotBindings.get(slot);
      if (variable?.reassigned === true) this.#refuse(fn, variable, given);
    }
  }

  /** The function a name always stands for. */
  #knownFunction(binding: Binding | undefined): FunctionInfo | undefined {
    if (binding === undefined || binding.reassigned) return undefined;
    if (binding.storage.kind === "function") return binding.storage.fn;
    const initializer = this.#linked.states.get(binding)?.initializer;
    return initializer === undefined || isClass(initializer)
      ? undefined
      : binding.scope.owner.module.functions.get(initializer);
  }

  /**
   * Points at the name inside the spawned function, or at what is spawned when it is further in.
   */
  #refuse(fn: FunctionInfo, binding: Binding, given: Node): void {
    const { source } = this.#module;
    const uses = this.#linked.states.get(binding)?.uses ?? [];
    const inside = uses.find(
      (use) =>
        use.node.start >= fn.node.start &&
        use.node.end <= fn.node.end &&
        use.fn.module === this.#module.info,
    );
    const assigned = uses.find((use) => use.write)?.node ?? binding.node;
    const { line } = positionOf(binding.scope.owner.module.lineStarts, assigned.start);
    const hint = `assigned at line ${line}; pass it as an argument, or capture a const copy of it`;
    this.#diagnostics.add(
      source,
      inside?.node ?? given,
      "spawnReassigned",
      { name: binding.name },
      hint,
    );
  }
}

/** `list[i]` may hold plain functions. */
function isIndexed(node: ast.MemberExpression): boolean {
  const key: Node = node.property;
  return node.computed && !(key.type === "Literal" && typeof key.value === "string");
}
