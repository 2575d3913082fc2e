/**
 * Names of the library: globals and what 'wo-fiber/std' exports. A use is resolved as far as the
 * builtin table goes (`Math.floor` is one value), and refused where the library has no such name.
 */
import type { BoundModule, Use } from "./bind.ts";
import { type Diagnostics, type RuleName, suggestion } from "./diagnostics.ts";
import type { ast } from "./parse.ts";
import type { Binding, FunctionInfo, Scope } from "./scope.ts";
import { builtinOwners, builtinPaths } from "./tables.gen.ts";

/** The rule that refuses a name, and a hint that replaces the rule's own. */
type Refusal = readonly [rule: RuleName, hint?: string | undefined];

export class Library {
  readonly #diagnostics: Diagnostics;
  readonly #bindings = new Map<string, Binding>();
  readonly #scope: Scope;

  constructor(owner: FunctionInfo, diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#scope = {
      node: owner.node,
      parent: undefined,
      owner,
      bindings: new Map(),
      perIteration: false,
    };
  }

  /** The binding of a path of the builtin table; undefined for constants and accessors. */
  binding(path: string): Binding | undefined {
    const known = this.#bindings.get(path);
    const member = builtinPaths.get(path);
    if (known !== undefined || member?.kind !== "value") return known;
    const binding: Binding = {
      name: path,
      kind: "import",
      scope: this.#scope,
      node: this.#scope.node,
      reassigned: false,
      captured: false,
      needsCheck: false,
      selfCapture: false,
      hoisted: false,
      storage: { kind: "builtin", index: member.index },
    };
    this.#bindings.set(path, binding);
    return binding;
  }

  /** A name that no scope declares. */
  useGlobal(module: BoundModule, name: string, use: Use): void {
    const report = (rule: RuleName, hint?: string): void =>
      this.#diagnostics.add(module.source, use.node, rule, { name }, hint);
    if (builtinPaths.has(name) && !name.includes(".")) {
      if (use.write) report("assignBuiltin");
      else this.use(module, name, use, 0);
    } else if (name === "NaN" || name === "Infinity") {
      if (use.write) report("assignBuiltin");
      else module.info.constants.set(use.node, Number(name));
    } else if (name === "undefined") {
      if (use.write) report("assignBuiltin");
    } else if (!use.typeOf) {
      const [rule, hint] = this.#refusal(module, name);
      report(rule, hint);
    }
  }

  #refusal(module: BoundModule, name: string): Refusal {
    const known = globals.get(name);
    if (known !== undefined) return known;
    if (module.typeNames.has(name)) return ["typeAsValue"];
    if (module.ambientNames.has(name)) return ["ambient"];
    if (builtinPaths.has(`std.${name}`)) {
      return ["unknownName", `import { ${name} } from "wo-fiber/std"`];
    }
    const names = [...module.info.body.scope.bindings.keys(), ...builtinPaths.keys()];
    return ["unknownName", suggestion(name, names)];
  }

  /** The value of `path`, of which `depth` accesses are part of the chain around the use. */
  use(module: BoundModule, path: string, use: Use, depth: number): void {
    const access = use.chain[depth];
    if (access !== undefined && this.#follow(module, path, access, use, depth)) return;
    const node = depth === 0 ? use.node : (use.chain[depth - 1] ?? use.node);
    const member = builtinPaths.get(path);
    const binding = this.binding(path);
    if (member?.kind === "number") module.info.constants.set(node, member.value);
    else if (binding !== undefined) module.info.references.set(node, binding);
  }

  /** A member of the library's namespace object: `std.chan` after `import * as std`. */
  useMember(
    module: BoundModule,
    prefix: string,
    access: ast.StaticMemberExpression,
    use: Use,
    depth: number,
  ): void {
    const { name } = access.property;
    if (builtinPaths.has(prefix + name)) return this.use(module, prefix + name, use, depth);
    const values = { specifier: "wo-fiber/std", name };
    this.#diagnostics.add(
      module.source,
      access.property,
      "noExport",
      values,
      this.suggestStd(name),
    );
  }

  /** True when the access was part of the path, or was refused. */
  #follow(
    module: BoundModule,
    path: string,
    access: ast.StaticMemberExpression,
    use: Use,
    depth: number,
  ): boolean {
    const { name } = access.property;
    const full = `${path}.${name}`;
    if (use.chainWritten && depth === use.chain.length - 1) {
      this.#diagnostics.add(module.source, access, "builtinMutation", { path: display(full) });
      return true;
    }
    const member = builtinPaths.get(full);
    if (member?.kind === "value" || member?.kind === "number") {
      this.use(module, full, use, depth + 1);
      return true;
    }
    const owner = builtinOwners.get(path);
    if (member !== undefined || owner === undefined || hasMember(path, name)) return false;
    const hint = suggestion(name, owner.members.keys()) ?? "it may come with a later version";
    const values = { owner: display(path), name };
    this.#diagnostics.add(module.source, access.property, "unknownMember", values, hint);
    return true;
  }

  suggestStd(name: string): string {
    const names = [...builtinPaths.keys()].filter((path) => /^std\.\w+$/.test(path));
    return (
      suggestion(
        name,
        names.map((path) => path.slice("std.".length)),
      ) ?? "it may come with a later version; if it is a type, import it with 'import type'"
    );
  }
}

function display(path: string): string {
  return path.replace(/^std\./, "");
}

/** Members everything has through Function.prototype and Object.prototype. */
const inherited = new Set([
  "constructor",
  "toString",
  "toLocaleString",
  "valueOf",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "call",
  "apply",
  "bind",
  "name",
  "length",
  "prototype",
]);

function hasMember(path: string, name: string): boolean {
  if (inherited.has(name)) return true;
  for (let at = path; at !== ""; ) {
    const owner = builtinOwners.get(at);
    if (owner?.members.has(name) === true) return true;
    at = owner?.parent ?? "";
  }
  return ["Function.prototype", "Object.prototype"].some(
    (root) => builtinOwners.get(root)?.members.has(name) === true,
  );
}

const later: Refusal = ["notYet"];
const wait = "fibers wait for channels: spawn one for what happens later";
/** Globals of other environments, and of later versions. */
const globals: ReadonlyMap<string, Refusal> = new Map<string, Refusal>([
  ["Promise", ["promise"]],
  ["Proxy", ["proxy"]],
  ["eval", ["eval"]],
  ["arguments", ["arguments"]],
  ["BigInt", ["bigint"]],
  ["RegExp", ["regex"]],
  ["globalThis", ["unavailable", "name the global itself"]],
  ["global", ["unavailable", "name the global itself"]],
  ["window", ["unavailable"]],
  ["self", ["unavailable"]],
  ["require", ["unavailable", "use import"]],
  ["module", ["unavailable", "use export"]],
  ["exports", ["unavailable", "use export"]],
  ["__dirname", ["unavailable"]],
  ["__filename", ["unavailable"]],
  ["process", ["unavailable", 'import { args, env, io } from "wo-fiber/std"']],
  ["Buffer", ["unavailable", "use Uint8Array"]],
  ["fetch", ["unavailable"]],
  ["setTimeout", ["unavailable", wait]],
  ["setInterval", ["unavailable", wait]],
  ["setImmediate", ["unavailable", wait]],
  ["queueMicrotask", ["unavailable", wait]],
  ["clearTimeout", ["unavailable"]],
  ["clearInterval", ["unavailable"]],
  ["SharedArrayBuffer", ["unavailable", "isolates share nothing: send messages"]],
  ["Atomics", ["unavailable", "isolates share nothing: send messages"]],
  ["FinalizationRegistry", ["unavailable", "use 'using' or defer"]],
  ["AbortController", ["unavailable"]],
  ["Worker", ["unavailable", "use spawn"]],
  ...[
    "Date",
    "WeakMap",
    "WeakSet",
    "WeakRef",
    "ArrayBuffer",
    "DataView",
    "Int8Array",
    "Int16Array",
    "Int32Array",
    "Uint8ClampedArray",
    "Uint16Array",
    "Uint32Array",
    "Float32Array",
    "Float64Array",
    "BigInt64Array",
    "BigUint64Array",
    "TextEncoder",
    "TextDecoder",
    "structuredClone",
    "URL",
    "URLSearchParams",
    "Intl",
    "Reflect",
    "Iterator",
    "DisposableStack",
    "performance",
    "encodeURIComponent",
    "decodeURIComponent",
    "encodeURI",
    "decodeURI",
    "Uint8Array",
    "Map",
    "Set",
    "JSON",
    "Math",
    "console",
    "Symbol",
    "Array",
    "String",
    "Number",
    "Boolean",
  ].map((name): [string, Refusal] => [name, later]),
]);
