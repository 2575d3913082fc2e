/**
 * The module graph: reads the entry and what it imports, finds which imports exist at run time
 * (types are erased), resolves exported names, and puts the modules in evaluation order.
 */
import { readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BoundModule, bind, type ImportRecord, type Request } from "./bind.ts";
import { checkSyntax } from "./check.ts";
import type { Diagnostics, RuleName, Span } from "./diagnostics.ts";
import { lineStartsOf, parse } from "./parse.ts";
import type { Binding } from "./scope.ts";
import { builtinPaths } from "./tables.gen.ts";

export interface Entry {
  /** As diagnostics and stacks show it; relative imports start from its folder. */
  readonly path: string;
  /** The source; read from `path` when left out. */
  readonly text?: string;
}

export interface LoadOptions {
  /** The entry's top level is main's body (true), or a module that a host imports. */
  readonly entry: boolean;
  /** The library itself is compiled: "wo:intrinsics" may be imported. */
  readonly prelude: boolean;
  /** Text of a file; undefined when there is none. Throws for any other failure. */
  readonly read?: (path: string) => string | undefined;
}

/** What an import specifier leads to. */
export type Target =
  | { readonly kind: "module"; readonly module: BoundModule }
  /** The prefix of builtin paths: "std.", "library." or "intrinsic.". */
  | { readonly kind: "library"; readonly prefix: string }
  /** Refused; a diagnostic says why. */
  | { readonly kind: "refused" };

/** What an exported name is. */
export type Resolution =
  | { readonly kind: "binding"; readonly binding: Binding; readonly module: BoundModule }
  | { readonly kind: "namespace"; readonly target: Target }
  | { readonly kind: "builtin"; readonly path: string }
  | { readonly kind: "type" | "missing" | "ambiguous" | "cycle" | "refused" };

export interface Graph {
  /** In evaluation order, the entry last. */
  readonly modules: readonly BoundModule[];
  /** Modules that import each other. */
  readonly cyclic: ReadonlySet<BoundModule>;
  resolveImport(module: BoundModule, specifier: string, name: string): Resolution;
  resolveExport(module: BoundModule, name: string): Resolution;
  /** Names a module exports, those of `export *` included. */
  exportedNames(module: BoundModule): string[];
}

/**
 * Loads the whole graph; undefined when a file cannot be found or parsed. `paths` are all files
 * that were asked for.
 */
export function loadGraph(
  entry: Entry,
  options: LoadOptions,
  diagnostics: Diagnostics,
): { graph: Graph | undefined; paths: string[] } {
  const loader = new Loader(options, diagnostics);
  const root = loader.load(entry);
  const graph = root === undefined || loader.incomplete ? undefined : loader.order(root);
  return { graph, paths: loader.paths };
}

/** The text of a file, undefined when there is none. Throws for an image. */
export function readText(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    if (/^WOIM.\0{3}/s.test(text)) throw new Error("it is an image, compiled already");
    return text;
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "EISDIR")
    )
      return undefined;
    throw error;
  }
}

/**
 * Libraries in fiber TypeScript that come with the package, by the names programs import them under.
 * Their modules are compiled with the program, as its own are; diagnostics and stacks show them as
 * "wo:http/server.ts", which is lib/http/server.ts of the package.
 */
const libraries: ReadonlyMap<string, string> = new Map([["wo-fiber/http", "wo:http/index.ts"]]);

function isLibraryPath(path: string): boolean {
  return path.startsWith("wo:");
}

/** The file behind a path that diagnostics show. From lib/compiler, dist/compiler and dist/cli alike. */
function fileOf(path: string): string {
  if (!isLibraryPath(path)) return path;
  return fileURLToPath(new URL(`../../lib/${path.slice("wo:".length)}`, import.meta.url));
}

/** Where the module was read. */
export function fileOfModule(module: BoundModule): string {
  return fileOf(module.source.path);
}

function isFilePath(specifier: string): boolean {
  return /^(\.{1,2}\/|\/)/.test(specifier) || specifier === "." || specifier === "..";
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

class Loader implements Graph {
  readonly #options: LoadOptions;
  readonly #diagnostics: Diagnostics;
  readonly #read: (path: string) => string | undefined;
  readonly #byPath = new Map<string, BoundModule | undefined>();
  readonly #targets = new Map<BoundModule, Map<string, Target>>();
  /** Where import bindings come from. */
  readonly #origins = new Map<
    Binding,
    { module: BoundModule; specifier: string; imported: string }
  >();
  modules: BoundModule[] = [];
  cyclic = new Set<BoundModule>();
  readonly paths: string[] = [];
  /** Some module is missing: names cannot be linked. */
  incomplete = false;

  constructor(options: LoadOptions, diagnostics: Diagnostics) {
    this.#options = options;
    this.#diagnostics = diagnostics;
    this.#read = options.read ?? readText;
  }

  // --- loading ---

  load(entry: Entry): BoundModule | undefined {
    let text = entry.text;
    if (text === undefined) {
      const source = { path: entry.path, text: "", lineStarts: lineStartsOf("") };
      text = this.#readOr(entry.path, (reason) => {
        const typed = `${entry.path}.ts`;
        const hint = this.#exists(typed) ? `did you mean '${typed}'?` : undefined;
        const values = { path: entry.path, reason };
        this.#diagnostics.add(source, { start: 0, end: 0 }, "unreadable", values, hint);
      });
      if (text === undefined) return undefined;
    }
    return this.#loadText(entry.path, text, this.#options.entry);
  }

  #readOr(path: string, refuse: (reason: string) => void): string | undefined {
    try {
      const file = fileOf(path);
      // Who compiles from elsewhere than the file system has no copy of the package.
      const text = this.#read(file) ?? (isLibraryPath(path) ? readText(file) : undefined);
      if (text === undefined) refuse(isDirectory(file) ? "it is a directory" : "no such file");
      return text;
    } catch (error) {
      refuse(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  #loadText(path: string, content: string, isEntry: boolean): BoundModule | undefined {
    const text = content.startsWith("\uFEFF") ? content.slice(1) : content;
    this.paths.push(fileOf(path));
    const source = parse(path, text, this.#diagnostics);
    this.#byPath.set(resolve(fileOf(path)), undefined);
    if (source === undefined) {
      this.incomplete = true;
      return undefined;
    }
    checkSyntax(source, this.#diagnostics);
    const module = bind(source, isEntry, this.#diagnostics);
    this.#byPath.set(resolve(fileOf(path)), module);
    const targets = new Map<string, Target>();
    this.#targets.set(module, targets);
    for (const record of module.imports) {
      for (const { binding, imported } of record.names) {
        this.#origins.set(binding, { module, specifier: record.specifier, imported });
      }
    }
    for (const request of module.requests) {
      if (targets.has(request.specifier) || this.#isElided(module, request)) continue;
      targets.set(request.specifier, this.#resolveSpecifier(module, request));
    }
    return module;
  }

  /**
   * True when an import from a package is only used for types, which a compiler other than ours may
   * resolve. Files and the libraries are always looked into: a wrong name is wrong even where unused.
   */
  #isElided(module: BoundModule, request: Request): boolean {
    if (request.specifier === "wo-fiber/std" || isFilePath(request.specifier)) return false;
    if (libraries.has(request.specifier)) return false;
    const record = module.imports.find((one) => one.node === request.node);
    if (record === undefined || record.names.length === 0) return false;
    return !record.names.some(
      ({ binding }) => isUsed(module, binding) || isExported(module, binding),
    );
  }

  #refuse(
    module: BoundModule,
    span: Span,
    rule: RuleName,
    specifier: string,
    hint?: string,
  ): Target {
    this.#diagnostics.add(module.source, span, rule, { specifier }, hint);
    return { kind: "refused" };
  }

  #resolveSpecifier(module: BoundModule, { specifier, node }: Request): Target {
    if (specifier === "wo-fiber/std") return { kind: "library", prefix: "std." };
    if (specifier === "wo:intrinsics") {
      return this.#options.prelude
        ? { kind: "library", prefix: "intrinsic." }
        : this.#refuse(module, node, "intrinsics", specifier);
    }
    if (specifier === "wo:library") {
      return isLibraryPath(module.source.path)
        ? { kind: "library", prefix: "library." }
        : this.#refuse(module, node, "intrinsics", specifier);
    }
    const library = libraries.get(specifier);
    if (library !== undefined) return this.#loadFile(module, { specifier, node }, library);
    if (isBuiltin(specifier)) {
      return this.#refuse(
        module,
        node,
        "nodeBuiltin",
        specifier,
        nodeHints[specifier.replace(/^node:/, "")],
      );
    }
    if (!isFilePath(specifier)) {
      const hint = specifier === "wo-fiber" ? "fiber code imports 'wo-fiber/std'" : undefined;
      return this.#refuse(module, node, "packageImport", specifier, hint);
    }
    return this.#resolveFile(module, { specifier, node });
  }

  #resolveFile(module: BoundModule, { specifier, node }: Request): Target {
    const base = specifier.startsWith("/")
      ? specifier
      : join(dirname(module.source.path), specifier);
    if (/\.[tj]sx$/.test(specifier)) return this.#refuse(module, node, "jsx", specifier);
    if (specifier.endsWith(".json")) return this.#refuse(module, node, "jsonImport", specifier);
    if (/\.c[tj]s$/.test(specifier)) {
      return this.#refuse(
        module,
        node,
        "moduleNotFound",
        specifier,
        "CommonJS modules cannot be imported",
      );
    }
    if (!/\.m?[tj]s$/.test(specifier)) {
      const folder = specifier.replace(/\/$/, "");
      const full = this.#exists(`${base}.ts`)
        ? `${specifier}.ts`
        : this.#exists(join(base, "index.ts"))
          ? `${folder}/index.ts`
          : undefined;
      const hint = full === undefined ? "add the extension, such as .ts" : `write '${full}'`;
      return this.#refuse(module, node, "extension", specifier, hint);
    }
    // "./x.js" means x.ts where there is one, as TypeScript resolves it.
    const typed = base.replace(/\.(m?)js$/, ".$1ts");
    const path = typed !== base && this.#exists(typed) ? typed : base;
    return this.#loadFile(module, { specifier, node }, path);
  }

  #loadFile(module: BoundModule, { specifier, node }: Request, path: string): Target {
    const key = resolve(fileOf(path));
    if (!this.#byPath.has(key)) {
      const text = this.#readOr(path, (reason) => {
        const hint = reason === "no such file" ? `looked for ${fileOf(path)}` : reason;
        this.#refuse(module, node, "moduleNotFound", specifier, hint);
      });
      if (text === undefined) return { kind: "refused" };
      this.#loadText(path, text, false);
    }
    const loaded = this.#byPath.get(key);
    return loaded === undefined ? { kind: "refused" } : { kind: "module", module: loaded };
  }

  #exists(path: string): boolean {
    if (this.#byPath.has(resolve(path))) return true;
    if (this.#options.read === undefined) return isFile(path);
    try {
      return this.#read(path) !== undefined;
    } catch {
      return true; // Whoever reads it next says what is wrong with it.
    }
  }

  // --- names across modules ---

  resolveImport(module: BoundModule, specifier: string, name: string): Resolution {
    return this.#resolveImport(module, specifier, name, new Set());
  }

  resolveExport(module: BoundModule, name: string): Resolution {
    return this.#resolveExport(module, name, new Set());
  }

  #resolveImport(
    module: BoundModule,
    specifier: string,
    name: string,
    seen: Set<string>,
  ): Resolution {
    const target = this.#targets.get(module)?.get(specifier) ?? { kind: "refused" };
    if (name === "*") return { kind: "namespace", target };
    if (target.kind === "refused") return { kind: "refused" };
    if (target.kind === "module") return this.#resolveExport(target.module, name, seen);
    const path = target.prefix + name;
    return builtinPaths.has(path) ? { kind: "builtin", path } : { kind: "missing" };
  }

  #resolveExport(module: BoundModule, name: string, seen: Set<string>): Resolution {
    const key = `${module.source.path}\0${name}`;
    if (seen.has(key)) return { kind: "cycle" };
    seen.add(key);
    const record = module.exports.find((one) => one.name === name);
    if (record?.from !== undefined) {
      return this.#resolveImport(module, record.from.specifier, record.from.imported, seen);
    }
    if (record?.binding !== undefined) {
      const origin = this.#origins.get(record.binding);
      return origin === undefined
        ? { kind: "binding", binding: record.binding, module }
        : this.#resolveImport(origin.module, origin.specifier, origin.imported, seen);
    }
    if (module.typeNames.has(name) || module.ambientNames.has(name)) return { kind: "type" };
    return name === "default" ? { kind: "missing" } : this.#resolveStars(module, name, seen);
  }

  #resolveStars(module: BoundModule, name: string, seen: Set<string>): Resolution {
    let found: Resolution = { kind: "missing" };
    for (const star of module.stars) {
      const one = this.#resolveImport(module, star.specifier, name, new Set(seen));
      if (one.kind === "missing" || one.kind === "cycle") continue;
      if (one.kind === "refused" || one.kind === "ambiguous") return one;
      if (found.kind === "missing" || found.kind === "type") found = one;
      else if (one.kind !== "type" && !sameResolution(found, one)) return { kind: "ambiguous" };
    }
    return found;
  }

  exportedNames(module: BoundModule, seen: Set<BoundModule> = new Set()): string[] {
    if (seen.has(module)) return [];
    seen.add(module);
    const names = new Set(module.exports.map((one) => one.name));
    for (const star of module.stars) {
      const target = this.#targets.get(module)?.get(star.specifier);
      if (target?.kind === "library") {
        for (const path of builtinPaths.keys()) {
          const name = path.slice(target.prefix.length);
          if (path.startsWith(target.prefix) && !name.includes(".")) names.add(name);
        }
      } else if (target?.kind === "module") {
        for (const name of this.exportedNames(target.module, seen)) {
          if (name !== "default") names.add(name);
        }
      }
    }
    return [...names];
  }

  // --- evaluation order ---

  /** Depth first over the imports that exist at run time, as ES modules are evaluated. */
  order(root: BoundModule): Graph {
    const index = new Map<BoundModule, number>();
    const low = new Map<BoundModule, number>();
    const stack: BoundModule[] = [];
    const visit = (module: BoundModule): number => {
      const mine = index.size;
      index.set(module, mine);
      let lowest = mine;
      stack.push(module);
      for (const next of this.#dependencies(module)) {
        if (!index.has(next)) lowest = Math.min(lowest, visit(next));
        else if (stack.includes(next)) lowest = Math.min(lowest, index.get(next) ?? mine);
        if (next === module) this.cyclic.add(module);
      }
      low.set(module, lowest);
      this.modules.push(module);
      if (lowest === mine) {
        const component = stack.splice(stack.indexOf(module));
        if (component.length > 1) for (const one of component) this.cyclic.add(one);
      }
      return lowest;
    };
    visit(root);
    return this;
  }

  #dependencies(module: BoundModule): BoundModule[] {
    const found: BoundModule[] = [];
    for (const request of module.requests) {
      const target = this.#targets.get(module)?.get(request.specifier);
      if (target?.kind !== "module" || !this.#runs(module, request)) continue;
      found.push(target.module);
    }
    return found;
  }

  /** False when all that a request asks for are types. */
  #runs(module: BoundModule, request: Request): boolean {
    const record = module.imports.find((one) => one.node === request.node);
    if (record !== undefined) return record.names.length === 0 || this.#importRuns(module, record);
    if (module.stars.some((one) => one.node === request.node)) return true;
    const names = module.exports.filter((one) => one.from?.node === request.node);
    return (
      names.length === 0 ||
      names.some(
        ({ from }) =>
          from !== undefined &&
          this.resolveImport(module, from.specifier, from.imported).kind !== "type",
      )
    );
  }

  /** As in Node, naming one value of a module is enough to run it, used or not. */
  #importRuns(module: BoundModule, record: ImportRecord): boolean {
    return record.names.some(
      ({ imported }) => this.resolveImport(module, record.specifier, imported).kind !== "type",
    );
  }
}

/** Used as a value in its own module. */
function isUsed(module: BoundModule, binding: Binding): boolean {
  return (module.states.get(binding)?.uses.length ?? 0) > 0;
}

function isExported(module: BoundModule, binding: Binding): boolean {
  return module.exports.some((one) => one.binding === binding);
}

function sameResolution(a: Resolution, b: Resolution): boolean {
  if (a.kind === "binding" && b.kind === "binding") return a.binding === b.binding;
  if (a.kind === "builtin" && b.kind === "builtin") return a.path === b.path;
  return a.kind === "namespace" && b.kind === "namespace" && a.target === b.target;
}

const nodeHints: Readonly<Record<string, string>> = {
  fs: "use { fs } from 'wo-fiber/std': its calls wait without blocking other fibers",
  "fs/promises": "use { fs } from 'wo-fiber/std': its calls wait without blocking other fibers",
  process: "use { args, env, io } from 'wo-fiber/std'",
  timers: "spawn a fiber that waits",
  worker_threads: "use spawn and channels from 'wo-fiber/std'",
};
