/**
 * First half of scope analysis: one module by itself. Makes its scopes, bindings and functions, and
 * finds what each identifier names. link.ts decides storage once all modules are known.
 *
 * One clock orders the walk by evaluation: an initializer is visited before its pattern, so "may
 * this use run before that initializer" is a comparison of two numbers of the same function.
 */
import type { Diagnostics } from "./diagnostics.ts";
import { foldConstant } from "./enums.ts";
import {
  computedText,
  declarationOf,
  declaredNames,
  enumMemberName,
  keyText,
  nameOf,
  parameterProperties,
  patternNames,
} from "./names.ts";
import type { ast, ClassNode, FunctionNode, Node, Source } from "./parse.ts";
import { children, isClass, isErased, isFunction, parametersOf, unwrap } from "./parse.ts";
import type {
  Binding,
  BindingKind,
  ClassInfo,
  EnumInfo,
  FunctionInfo,
  ModuleInfo,
  Scope,
} from "./scope.ts";

/** One mention of a binding (or of a name that no scope declares) outside its declaration. */
export interface Use {
  readonly node: Node;
  readonly fn: FunctionInfo;
  readonly at: number;
  readonly write: boolean;
  /** The operand of `typeof`. */
  readonly typeOf: boolean;
  /** The member accesses around it, innermost first: for `a.b.c` the nodes of `a.b` and `a.b.c`. */
  readonly chain: readonly ast.StaticMemberExpression[];
  /** The outermost of the chain is assigned to or deleted. */
  readonly chainWritten: boolean;
}

/** What the walk learned about a binding. */
export interface BindingState {
  /** When its initializer has run; infinite while unknown. */
  initAt: number;
  /** The case of a switch that declares it: uses in other cases may skip the initializer. */
  readonly region: Node | undefined;
  /** The function or class node that is all of its initializer. */
  initializer: Node | undefined;
  /** `var` declarators with an initializer; `straight`: run exactly once per call, in order. */
  readonly varInits: { at: number; straight: boolean }[];
  /** Function declarations of this name in its scope. */
  declarations: number;
  readonly uses: Use[];
}

/** When a function object is made. */
export interface FunctionState {
  /** Where the expression or declaration stands. */
  createdAt: number;
  /** For declarations: when it is made if that is at the entry of the scope. */
  readonly hoistAt: number;
  readonly declares: Binding | undefined;
}

export interface ImportRecord {
  readonly specifier: string;
  /** The string that names the module. */
  readonly node: Node;
  /** `imported` is "*" for the namespace. None: imported for its effects. */
  readonly names: readonly { binding: Binding; imported: string; node: Node }[];
}
export interface ExportRecord {
  readonly name: string;
  readonly node: Node;
  /** A binding of this module; else from another one. */
  readonly binding: Binding | undefined;
  readonly from: (Request & { readonly imported: string }) | undefined;
}
/** Something that loads another module, in source order. */
export interface Request {
  readonly specifier: string;
  readonly node: Node;
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface BoundModule {
  readonly source: Source;
  readonly info: Mutable<ModuleInfo>;
  readonly states: Map<Binding, BindingState>;
  readonly functionStates: Map<FunctionInfo, FunctionState>;
  /** All bindings and functions, in the order they were made. */
  readonly bindings: Binding[];
  readonly functions: FunctionInfo[];
  readonly imports: ImportRecord[];
  readonly exports: ExportRecord[];
  readonly stars: Request[];
  readonly requests: Request[];
  readonly typeNames: Set<string>;
  readonly ambientNames: Set<string>;
  /** Names that no scope of the module declares. */
  readonly free: { name: string; use: Use }[];
  /** Calls and `new` expressions, for checks that need resolved names. */
  readonly calls: { node: ast.CallExpression | ast.NewExpression; fn: FunctionInfo }[];
  /** The functions inside a class, by class node: constructor, methods, static parts. */
  readonly classFunctions: Map<Node, FunctionInfo[]>;
  readonly exportedNames: Set<string>;
}

const noStorage = { kind: "register" } as const;

/** Analyses one module by itself. */
export function bind(source: Source, entry: boolean, diagnostics: Diagnostics): BoundModule {
  return new Binder(source, entry, diagnostics).run();
}

class Binder {
  readonly #source: Source;
  readonly #diagnostics: Diagnostics;
  readonly #module: BoundModule;
  readonly #info: Mutable<ModuleInfo>;
  #fn: FunctionInfo;
  #scope: Scope;
  #clock = 0;
  /** Names for anonymous functions and classes, from where they stand. */
  readonly #names = new Map<Node, string>();
  /** `var` statements that run exactly once per call, in order. */
  readonly #straight = new Set<Node>();
  readonly #hoistTimes = new Map<Node, number>();
  /** When `this` of a derived constructor is known: after a `super()` among its statements. */
  readonly #superTimes = new Map<FunctionInfo, number>();
  /** The case being declared, while the scope of a switch is filled. */
  #region: Node | undefined;
  /** Members of the enum whose initializers are being visited. */
  #enum: { name: string; members: Map<string, number | string | undefined> } | undefined;
  /** Private names visible here, innermost last. */
  readonly #privates: Map<string, Binding[]>[] = [];

  constructor(source: Source, entry: boolean, diagnostics: Diagnostics) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    const program: Node = source.program;
    const scope = {
      node: program,
      parent: undefined,
      bindings: new Map(),
      perIteration: false,
    } as unknown as Mutable<Scope>;
    const info = {
      path: source.path,
      text: source.text,
      lineStarts: source.lineStarts,
      program: source.program,
      entry,
      scopes: new Map([[program, scope]]),
      references: new Map(),
      functions: new Map(),
      classes: new Map(),
      enums: new Map(),
      constants: new Map(),
      exports: new Map(),
      slotStart: 0,
      slotCount: 0,
    } as unknown as Mutable<ModuleInfo>;
    this.#info = info;
    const body = this.#makeFunction(program, "", "module", undefined, scope);
    scope.owner = body;
    info.body = body;
    this.#fn = body;
    this.#scope = scope;
    this.#module = {
      source,
      info,
      states: new Map(),
      functionStates: new Map(),
      bindings: [],
      functions: [body],
      imports: [],
      exports: [],
      stars: [],
      requests: [],
      typeNames: new Set(),
      ambientNames: new Set(),
      free: [],
      calls: [],
      classFunctions: new Map(),
      exportedNames: new Set(),
    };
    this.#module.functionStates.set(body, { createdAt: 0, hoistAt: 0, declares: undefined });
  }

  run(): BoundModule {
    const statements = this.#source.program.body;
    for (const statement of statements) this.#declareImports(statement);
    this.#declareStatements(statements, true);
    this.#declareVars(statements, this.#scope);
    this.#enterBody(statements);
    for (const statement of statements) this.#declareExports(statement);
    this.#module.requests.sort((a, b) => a.node.start - b.node.start);
    for (const statement of statements) this.#visit(statement);
    return this.#module;
  }

  // --- making things ---

  #makeFunction(
    node: Node,
    name: string,
    kind: FunctionInfo["kind"],
    parent: FunctionInfo | undefined,
    scope: Scope,
  ): Mutable<FunctionInfo> {
    const info: Mutable<FunctionInfo> = {
      node,
      name,
      scope,
      parent,
      module: this.#info,
      kind,
      index: 0,
      captures: [],
      topLevel: false,
      usesThis: false,
      usesHome: false,
      usesNewTarget: false,
      snapshot: new Set(),
    };
    this.#info.functions.set(node, info);
    return info;
  }

  #makeScope(node: Node, owner: FunctionInfo, parent: Scope): Scope {
    return { node, parent, owner, bindings: new Map(), perIteration: false };
  }

  /** A scope that `node` opens, current until `body` returns. */
  #within(node: Node, body: () => void): void {
    const outer = this.#scope;
    this.#scope = this.#makeScope(node, this.#fn, outer);
    this.#info.scopes.set(node, this.#scope);
    body();
    this.#scope = outer;
  }

  #declare(scope: Scope, name: string, kind: BindingKind, node: Node, copyOf?: Binding): Binding {
    const known = scope.bindings.get(name);
    if (known !== undefined) {
      if (this.#conflict(known, kind, scope)) {
        const line = String(lineOf(this.#source, known.node));
        this.#diagnostics.add(this.#source, node, "redeclared", { name, line });
      } else return known;
    }
    const binding: Binding = {
      name,
      kind,
      scope,
      node,
      reassigned: false,
      captured: false,
      needsCheck: false,
      selfCapture: false,
      hoisted: false,
      storage: noStorage,
      ...(copyOf === undefined ? {} : { copyOf }),
    };
    scope.bindings.set(name, binding);
    this.#module.bindings.push(binding);
    this.#module.states.set(binding, {
      initAt: Infinity,
      region: this.#region,
      initializer: undefined,
      varInits: [],
      declarations: 0,
      uses: [],
    });
    return binding;
  }

  /** Redeclarations the parser lets pass. */
  #conflict(known: Binding, kind: BindingKind, scope: Scope): boolean {
    if (known.kind === "import" || kind === "import") return true;
    if (known.kind === "enum" || kind === "enum") return known.kind !== kind;
    const functionBody = scope.parent?.node === scope.owner.node && scope.owner.kind !== "module";
    return kind === "function" && !functionBody;
  }

  #state(binding: Binding): BindingState {
    const state = this.#module.states.get(binding);
    if (state === undefined) throw new Error(`no state of binding ${binding.name}`);
    return state;
  }

  #initialize(binding: Binding): void {
    const state = this.#state(binding);
    if (state.initAt === Infinity) state.initAt = ++this.#clock;
  }

  #lookup(name: string): Binding | undefined {
    for (let scope: Scope | undefined = this.#scope; scope; scope = scope.parent) {
      const binding = scope.bindings.get(name);
      if (binding !== undefined) return binding;
    }
    return undefined;
  }

  #use(binding: Binding, node: Node, more: Partial<Use> = {}): void {
    const use: Use = {
      node,
      fn: this.#fn,
      at: ++this.#clock,
      write: false,
      typeOf: false,
      chain: [],
      chainWritten: false,
      ...more,
    };
    this.#state(binding).uses.push(use);
    this.#info.references.set(node, binding);
  }

  #identifier(node: Node & { name: string }, more: Partial<Use> = {}): void {
    const member = this.#enum?.members;
    if (member?.has(node.name) === true && more.write !== true) {
      const value = member.get(node.name);
      if (value !== undefined) this.#info.constants.set(node, value);
      else this.#diagnostics.add(this.#source, node, "enumInitializer", { name: node.name });
      return;
    }
    const binding = this.#lookup(node.name);
    if (binding !== undefined) return this.#use(binding, node, more);
    const use: Use = {
      node,
      fn: this.#fn,
      at: ++this.#clock,
      write: false,
      typeOf: false,
      chain: [],
      chainWritten: false,
      ...more,
    };
    this.#module.free.push({ name: node.name, use });
  }

  // --- declarations ---

  #declareImports(node: Node): void {
    if (node.type !== "ImportDeclaration") return;
    if (isErased(node)) {
      for (const one of node.specifiers) this.#module.typeNames.add(one.local.name);
      return;
    }
    const names: ImportRecord["names"][number][] = [];
    for (const one of node.specifiers) {
      if (one.type === "ImportSpecifier" && one.importKind === "type") {
        this.#module.typeNames.add(one.local.name);
        continue;
      }
      const binding = this.#declare(this.#scope, one.local.name, "import", one.local);
      this.#info.references.set(one.local, binding);
      const imported =
        one.type === "ImportSpecifier"
          ? nameOf(one.imported)
          : one.type === "ImportDefaultSpecifier"
            ? "default"
            : "*";
      names.push({ binding, imported, node: one });
    }
    if (node.specifiers.length > 0 && names.length === 0) return;
    const specifier = node.source.value;
    this.#module.imports.push({ specifier, node: node.source, names });
    this.#module.requests.push({ specifier, node: node.source });
  }

  #declareExports(node: Node): void {
    if (isErased(node)) {
      if (node.type === "ExportNamedDeclaration") this.#declareTypes(node);
      return;
    }
    if (node.type === "ExportAllDeclaration") {
      const specifier = node.source.value;
      this.#module.requests.push({ specifier, node: node.source });
      if (node.exported === null) this.#module.stars.push({ specifier, node: node.source });
      else {
        const from = { specifier, node: node.source, imported: "*" };
        this.#export(nameOf(node.exported), node.exported, undefined, from);
      }
    } else if (node.type === "ExportDefaultDeclaration") {
      this.#export("default", node, this.#defaultBinding(node), undefined);
    } else if (node.type === "ExportNamedDeclaration") {
      const from =
        node.source === null ? undefined : { specifier: node.source.value, node: node.source };
      if (from !== undefined) this.#module.requests.push(from);
      if (node.declaration !== null) {
        for (const name of declaredNames(node.declaration)) {
          this.#export(name.name, name, this.#scope.bindings.get(name.name), undefined);
        }
      }
      for (const one of node.specifiers) this.#exportSpecifier(one, from);
    }
  }

  #declareTypes(node: ast.ExportNamedDeclaration): void {
    for (const one of node.specifiers) this.#module.typeNames.add(nameOf(one.exported));
  }

  #exportSpecifier(one: ast.ExportSpecifier, from: Request | undefined): void {
    if (one.exportKind === "type") {
      this.#module.typeNames.add(nameOf(one.exported));
      return;
    }
    const name = nameOf(one.exported);
    const local = nameOf(one.local);
    if (from !== undefined) {
      return this.#export(name, one.local, undefined, { ...from, imported: local });
    }
    const binding = this.#scope.bindings.get(local);
    if (binding !== undefined) this.#export(name, one.local, binding, undefined);
    else if (this.#module.typeNames.has(local)) this.#module.typeNames.add(name);
    else {
      const rule = this.#module.ambientNames.has(local) ? "ambient" : "exportUnknown";
      this.#diagnostics.add(this.#source, one.local, rule, { name: local });
    }
  }

  #export(
    name: string,
    node: Node,
    binding: Binding | undefined,
    from: ExportRecord["from"],
  ): void {
    if (this.#module.exportedNames.has(name)) {
      if (binding?.kind === "enum" && this.#module.exports.some((one) => one.binding === binding))
        return;
      this.#diagnostics.add(this.#source, node, "duplicateExport", { name });
      return;
    }
    this.#module.exportedNames.add(name);
    this.#module.exports.push({ name, node, binding, from });
  }

  #defaultBinding(node: ast.ExportDefaultDeclaration): Binding | undefined {
    const declaration: Node = node.declaration;
    if ((isFunction(declaration) || isClass(declaration)) && declaration.id !== null) {
      return this.#scope.bindings.get(declaration.id.name);
    }
    const kind =
      declaration.type === "FunctionDeclaration"
        ? "function"
        : declaration.type === "ClassDeclaration"
          ? "class"
          : "const";
    const binding = this.#declare(this.#scope, "default", kind, node);
    this.#names.set(unwrap(declaration), "default");
    if (kind === "function") this.#state(binding).declarations++;
    this.#info.references.set(node, binding);
    return binding;
  }

  /** Lexical declarations of a statement list; functions are hoisted in their order. */
  #declareStatements(statements: readonly Node[], topLevel = false): void {
    const scope = this.#scope;
    for (const statement of statements) {
      const node = declarationOf(statement);
      if (isErased(node)) {
        if (topLevel) this.#declareErased(node);
        continue;
      }
      switch (node.type) {
        case "VariableDeclaration":
          if (node.kind === "var") break;
          for (const one of node.declarations) {
            const kind = node.kind === "await using" ? "using" : node.kind;
            for (const id of patternNames(one.id)) {
              this.#info.references.set(id, this.#declare(scope, id.name, kind as BindingKind, id));
            }
          }
          break;
        case "FunctionDeclaration":
          if (node.id === null) break;
          this.#declareFunction(this.#declare(scope, node.id.name, "function", node.id));
          break;
        case "ClassDeclaration":
          if (node.id !== null) this.#declare(scope, node.id.name, "class", node.id);
          break;
        case "TSEnumDeclaration":
          this.#declare(scope, node.id.name, "enum", node.id);
          break;
      }
    }
  }

  #declareFunction(binding: Binding): void {
    this.#state(binding).declarations++;
  }

  #declareErased(node: Node): void {
    switch (node.type) {
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
        this.#module.typeNames.add(node.id.name);
        break;
      case "ClassDeclaration":
      case "TSEnumDeclaration":
      case "TSDeclareFunction":
      case "FunctionDeclaration":
        if (node.id !== null) this.#module.ambientNames.add(node.id.name);
        break;
      case "TSModuleDeclaration":
        if (node.id.type === "Identifier") this.#module.typeNames.add(node.id.name);
        break;
      case "VariableDeclaration":
        for (const one of node.declarations) {
          for (const id of patternNames(one.id)) this.#module.ambientNames.add(id.name);
        }
        break;
    }
  }

  /** `var`s of a function body, however deep in its statements. */
  #declareVars(statements: readonly Node[], scope: Scope, closures = false): void {
    const add = (id: ast.BindingIdentifier): void => {
      const param =
        scope.parent?.node === scope.owner.node && scope.owner.kind !== "module"
          ? scope.parent.bindings.get(id.name)
          : undefined;
      if (param?.kind === "param") {
        if (closures) this.#initialize(this.#declare(scope, id.name, "var", id, param));
        return;
      }
      const binding = this.#declare(scope, id.name, "var", id);
      if (binding.kind === "var") this.#state(binding).initAt = 0;
    };
    const search = (node: Node): void => {
      if (node.type === "VariableDeclaration" && node.kind === "var" && !isErased(node)) {
        for (const one of node.declarations) patternNames(one.id).forEach(add);
      }
      if (!isFunction(node) && !isClass(node)) children(node).forEach(search);
    };
    statements.forEach(search);
  }

  /** Notes the statements that run exactly once, and gives hoisted functions their time. */
  #enterBody(statements: readonly Node[]): void {
    for (const statement of statements) this.#straight.add(declarationOf(statement));
    this.#enterFunctions(statements);
  }

  /** Hoisted functions come into being at the entry of their scope, in order. */
  #enterFunctions(statements: readonly Node[]): void {
    for (const statement of statements) {
      const node = declarationOf(statement);
      if (node.type !== "FunctionDeclaration" || isErased(node)) continue;
      this.#hoistTimes.set(node, ++this.#clock);
      ++this.#clock;
    }
  }

  // --- patterns ---

  /** A declaring pattern; initializers of the whole were visited before. */
  #declarePattern(node: Node, straight: boolean): void {
    switch (node.type) {
      case "Identifier":
        return this.#declareName(node, straight);
      case "AssignmentPattern":
        this.#nameFor(node.right, node.left);
        this.#visit(node.right);
        return this.#declarePattern(node.left, straight);
      case "ArrayPattern":
        for (const element of node.elements) if (element) this.#declarePattern(element, straight);
        return;
      case "ObjectPattern":
        for (const property of node.properties) {
          if (property.type === "RestElement") this.#declarePattern(property.argument, straight);
          else {
            if (property.computed) this.#visit(property.key);
            this.#declarePattern(property.value, straight);
          }
        }
        return;
      case "RestElement":
        return this.#declarePattern(node.argument, straight);
      case "TSParameterProperty":
        return this.#declarePattern(node.parameter, straight);
      default:
        return this.#visit(node);
    }
  }

  #declareName(node: Node & { name: string }, straight: boolean): void {
    const binding = this.#lookup(node.name);
    if (binding === undefined) return;
    this.#info.references.set(node, binding);
    const state = this.#state(binding);
    if (binding.kind === "var") state.varInits.push({ at: ++this.#clock, straight });
    else if (binding.node === node) this.#initialize(binding);
    else this.#use(binding, node, { write: true });
  }

  /** An assignment target. */
  #assign(node: Node, read: boolean): void {
    const target = unwrap(node);
    switch (target.type) {
      case "Identifier":
        if (read) this.#identifier(target);
        return this.#identifier(target, { write: true });
      case "MemberExpression":
        return this.#member(target, true, read);
      case "AssignmentPattern":
        this.#nameFor(target.right, target.left);
        this.#visit(target.right);
        return this.#assign(target.left, false);
      case "ArrayPattern":
        for (const element of target.elements) if (element) this.#assign(element, false);
        return;
      case "ObjectPattern":
        for (const property of target.properties) {
          if (property.type === "RestElement") this.#assign(property.argument, false);
          else {
            if (property.computed) this.#visit(property.key);
            this.#assign(property.value, false);
          }
        }
        return;
      case "RestElement":
        return this.#assign(target.argument, false);
      default:
        return this.#visit(target);
    }
  }

  #nameFor(value: Node, target: Node): void {
    if (target.type === "Identifier") this.#names.set(unwrap(value), target.name);
  }

  // --- statements and expressions ---

  #visit(node: Node): void {
    if (isErased(node)) return;
    switch (node.type) {
      case "Identifier":
        return this.#identifier(node);
      case "ThisExpression":
        return this.#pseudo(node, "this");
      case "Super":
        return this.#super(node);
      case "MetaProperty":
        if (node.meta.name === "new") this.#pseudo(node, "newTarget");
        return;
      case "MemberExpression":
        return this.#member(node, false, false);
      case "ExpressionStatement":
        return this.#expressionStatement(node);
      case "CallExpression":
      case "NewExpression":
        this.#module.calls.push({ node, fn: this.#fn });
        if (node.callee.type === "Super") this.#fn.usesNewTarget = true;
        else this.#visit(node.callee);
        for (const argument of node.arguments) this.#visit(argument);
        return;
      case "UnaryExpression":
        return this.#unary(node);
      case "UpdateExpression":
        return this.#assign(node.argument, true);
      case "AssignmentExpression":
        return this.#assignment(node);
      case "BinaryExpression":
        if (node.left.type === "PrivateIdentifier") this.#namePrivate(node.left);
        else this.#visit(node.left);
        return this.#visit(node.right);
      case "ObjectExpression":
        for (const property of node.properties) this.#property(property);
        return;
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        this.#function(node, node.type === "ArrowFunctionExpression" ? "arrow" : "function");
        return;
      case "ClassDeclaration":
      case "ClassExpression":
        this.#class(node);
        return;
      case "VariableDeclaration":
        for (const one of node.declarations) this.#declarator(one, this.#straight.has(node));
        return;
      case "BlockStatement":
        return this.#block(node, node.body);
      case "ForStatement":
        return this.#for(node);
      case "ForInStatement":
      case "ForOfStatement":
        return this.#forEach(node);
      case "SwitchStatement":
        return this.#switch(node);
      case "CatchClause":
        return this.#catch(node);
      case "LabeledStatement":
        return this.#visit(node.body);
      case "BreakStatement":
      case "ContinueStatement":
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "TSModuleDeclaration":
      case "TSImportEqualsDeclaration":
        return;
      case "ExportNamedDeclaration":
        if (node.declaration !== null) this.#visit(node.declaration);
        return;
      case "ExportDefaultDeclaration":
        return this.#exportDefault(node);
      case "TSEnumDeclaration":
        return this.#enumDeclaration(node);
      default:
        for (const child of children(node)) this.#visit(child);
    }
  }

  #expressionStatement(node: ast.ExpressionStatement): void {
    this.#visit(node.expression);
    const call = unwrap(node.expression);
    if (call.type !== "CallExpression" || call.callee.type !== "Super") return;
    if (!this.#straight.has(node) || this.#superTimes.has(this.#fn)) return;
    this.#superTimes.set(this.#fn, ++this.#clock);
    const binding = this.#fn.scope.bindings.get("this");
    if (binding !== undefined) this.#state(binding).initAt = this.#clock;
  }

  #declarator(node: ast.VariableDeclarator, straight: boolean): void {
    if (node.init === null) {
      if (node.id.type !== "Identifier") return;
      const binding = this.#lookup(node.id.name);
      if (binding === undefined) return;
      this.#info.references.set(node.id, binding);
      if (binding.kind !== "var") this.#initialize(binding);
      return;
    }
    this.#nameFor(node.init, node.id);
    this.#visit(node.init);
    this.#declarePattern(node.id, straight);
    const value = unwrap(node.init);
    if (node.id.type !== "Identifier" || !(isFunction(value) || isClass(value))) return;
    const binding = this.#info.references.get(node.id);
    if (binding?.node === node.id) this.#state(binding).initializer = value;
  }

  #unary(node: ast.UnaryExpression): void {
    const operand = unwrap(node.argument);
    if (node.operator === "typeof" && operand.type === "Identifier") {
      return this.#identifier(operand, { typeOf: true });
    }
    if (node.operator === "delete" && operand.type === "MemberExpression") {
      return this.#member(operand, true, false);
    }
    this.#visit(node.argument);
  }

  #assignment(node: ast.AssignmentExpression): void {
    const target = unwrap(node.left);
    this.#nameFor(node.right, target);
    if (node.operator === "=") {
      // A member's object is evaluated first, a name is written last.
      if (target.type !== "MemberExpression") this.#visit(node.right);
      this.#assign(target, false);
      if (target.type === "MemberExpression") this.#visit(node.right);
    } else {
      this.#assign(target, true);
      this.#visit(node.right);
    }
  }

  /** `a.b`, `a[b]`, `a.#b`; `written`: assigned to or deleted, `read`: its value is needed too. */
  #member(node: ast.MemberExpression, written: boolean, read: boolean): void {
    if (node.property.type === "PrivateIdentifier") this.#privateUse(node.property, written, read);
    const chain: ast.StaticMemberExpression[] = [];
    let object: Node = node;
    while (
      object.type === "MemberExpression" &&
      !object.computed &&
      !object.optional &&
      object.property.type === "Identifier"
    ) {
      chain.unshift(object as ast.StaticMemberExpression);
      object = unwrap(object.object);
    }
    if (chain.length > 0 && object.type === "Identifier") {
      return this.#identifier(object, { chain, chainWritten: written });
    }
    this.#visit(node.object);
    if (node.computed) this.#visit(node.property);
  }

  #property(node: ast.ObjectPropertyKind): void {
    if (node.type === "SpreadElement") return this.#visit(node.argument);
    if (node.computed) this.#visit(node.key);
    const value: Node = node.value;
    if (value.type === "FunctionExpression" && (node.method || node.kind !== "init")) {
      this.#names.set(value, this.#keyName(node.key, node.computed, node.kind));
      this.#function(value, "method");
      return;
    }
    if (!node.computed && keyText(node.key) !== "__proto__") {
      this.#names.set(unwrap(value), this.#keyName(node.key, false, "init"));
    }
    this.#visit(value);
  }

  /** The `name` of a method or function under a key; "" where only the running program knows. */
  #keyName(key: Node, computed: boolean, kind: string): string {
    const prefix = kind === "get" || kind === "set" ? `${kind} ` : "";
    const text = computed ? computedText(key) : keyText(key);
    return text === undefined ? "" : prefix + text;
  }

  #block(node: Node, statements: readonly Node[]): void {
    this.#within(node, () => {
      this.#declareStatements(statements);
      this.#enterFunctions(statements);
      for (const statement of statements) this.#visit(statement);
    });
  }

  #for(node: ast.ForStatement): void {
    this.#within(node, () => {
      if (node.init?.type === "VariableDeclaration") this.#declareStatements([node.init]);
      if (node.init) this.#visit(node.init);
      if (node.test) this.#visit(node.test);
      this.#visit(node.body);
      if (node.update) this.#visit(node.update);
    });
  }

  #forEach(node: ast.ForInStatement | ast.ForOfStatement): void {
    this.#within(node, () => {
      const left = node.left;
      if (left.type === "VariableDeclaration") this.#declareStatements([left]);
      this.#visit(node.right);
      if (left.type === "VariableDeclaration") {
        for (const one of left.declarations) this.#declarePattern(one.id, false);
      } else this.#assign(left, false);
      this.#visit(node.body);
    });
  }

  #switch(node: ast.SwitchStatement): void {
    this.#visit(node.discriminant);
    this.#within(node, () => {
      for (const one of node.cases) {
        this.#region = one;
        this.#declareStatements(one.consequent);
      }
      this.#region = undefined;
      this.#enterFunctions(node.cases.flatMap((one) => one.consequent));
      for (const one of node.cases) {
        if (one.test) this.#visit(one.test);
        for (const statement of one.consequent) this.#visit(statement);
      }
    });
  }

  #catch(node: ast.CatchClause): void {
    this.#within(node, () => {
      if (node.param) {
        for (const id of patternNames(node.param)) {
          this.#info.references.set(id, this.#declare(this.#scope, id.name, "catch", id));
        }
        this.#declarePattern(node.param, false);
      }
      this.#visit(node.body);
    });
  }

  #exportDefault(node: ast.ExportDefaultDeclaration): void {
    const declaration: Node = node.declaration;
    this.#visit(declaration);
    const binding = this.#info.references.get(node);
    if (binding === undefined || binding.kind === "function") return;
    this.#initialize(binding);
    const value = unwrap(declaration);
    if (isFunction(value) || isClass(value)) this.#state(binding).initializer = value;
  }

  // --- functions ---

  #function(node: FunctionNode, kind: FunctionInfo["kind"]): FunctionInfo {
    const name = node.id?.name ?? this.#names.get(node) ?? "";
    const scope = this.#makeScope(node, this.#fn, this.#scope) as Mutable<Scope>;
    this.#info.scopes.set(node, scope);
    const fn = this.#makeFunction(node, name, kind, this.#fn, scope);
    scope.owner = fn;
    this.#module.functions.push(fn);
    const declares = this.#declaredBy(node);
    const hoistAt = this.#hoistTimes.get(node) ?? 0;
    this.#module.functionStates.set(fn, { createdAt: ++this.#clock, hoistAt, declares });
    if (declares !== undefined) {
      const state = this.#state(declares);
      state.initializer = node;
      this.#initialize(declares);
    }
    const outerScope = this.#scope;
    this.#inFunction(fn, scope, () => this.#functionBody(node));
    this.#scope = outerScope;
    return fn;
  }

  /** The binding of a function declaration. */
  #declaredBy(node: FunctionNode): Binding | undefined {
    if (node.type !== "FunctionDeclaration") return undefined;
    if (node.id === null) return this.#scope.bindings.get("default");
    const binding = this.#scope.bindings.get(node.id.name);
    if (binding !== undefined) this.#info.references.set(node.id, binding);
    return binding?.kind === "function" ? binding : undefined;
  }

  #inFunction(fn: FunctionInfo, scope: Scope, body: () => void): void {
    const outer = { fn: this.#fn, scope: this.#scope, region: this.#region, enum: this.#enum };
    this.#fn = fn;
    this.#scope = scope;
    this.#region = undefined;
    this.#enum = undefined;
    body();
    this.#fn = outer.fn;
    this.#scope = outer.scope;
    this.#region = outer.region;
    this.#enum = outer.enum;
  }

  #functionBody(node: FunctionNode): void {
    const params = parametersOf(node);
    const functions = this.#module.functions.length;
    for (const param of params) {
      for (const id of patternNames(param)) {
        this.#info.references.set(id, this.#declare(this.#scope, id.name, "param", id));
      }
    }
    if (
      node.type === "FunctionExpression" &&
      node.id !== null &&
      !this.#scope.bindings.has(node.id.name)
    ) {
      const self = this.#declare(this.#scope, node.id.name, "self", node.id);
      this.#info.references.set(node.id, self);
      this.#state(self).initAt = 0;
    }
    for (const param of params) this.#declarePattern(param, false);
    const body = node.body;
    if (body === null) return;
    if (body.type !== "BlockStatement") return this.#visit(body);
    const closures = this.#module.functions.length > functions;
    this.#within(body, () => {
      this.#declareStatements(body.body);
      this.#declareVars(body.body, this.#scope, closures);
      this.#enterBody(body.body);
      for (const statement of body.body) this.#visit(statement);
    });
  }

  // --- this, super, new.target ---

  /** The function whose `this` an expression here sees. */
  #host(): FunctionInfo {
    let fn: FunctionInfo = this.#fn;
    while (fn.kind === "arrow" && fn.parent !== undefined) fn = fn.parent;
    return fn;
  }

  #pseudo(node: Node, kind: "this" | "home" | "newTarget", reference = true): void {
    const host = this.#host();
    for (let fn: FunctionInfo | undefined = this.#fn; fn !== undefined; fn = fn.parent) {
      if (kind === "this") fn.usesThis = true;
      else if (kind === "home") fn.usesHome = true;
      else fn.usesNewTarget = true;
      if (fn === host) break;
    }
    if (host === this.#fn || host.kind === "module") return;
    const name = kind === "this" ? "this" : kind === "home" ? "super" : "new.target";
    let binding = host.scope.bindings.get(name);
    if (binding === undefined) {
      binding = this.#declare(host.scope, name, kind, host.node);
      const known = kind !== "this" || host.kind !== "derived";
      this.#state(binding).initAt = known ? 0 : (this.#superTimes.get(host) ?? Infinity);
    }
    this.#use(binding, node);
    if (!reference) this.#info.references.delete(node);
  }

  /** `super.x`: the home object, and `this` as the receiver. */
  #super(node: Node): void {
    this.#pseudo(node, "this", false);
    this.#pseudo(node, "home");
  }

  // --- classes ---

  #class(node: ClassNode): void {
    const outer = this.#scope;
    const name = node.id?.name ?? this.#names.get(node) ?? "";
    const declared =
      node.type !== "ClassDeclaration" ? undefined : outer.bindings.get(node.id?.name ?? "default");
    if (declared !== undefined && node.id !== null) this.#info.references.set(node.id, declared);
    this.#within(node, () => {
      const scope = this.#scope;
      const self =
        node.id === null ? undefined : this.#declare(scope, node.id.name, "self", node.id);
      if (self !== undefined && declared === undefined && node.id !== null) {
        this.#info.references.set(node.id, self);
      }
      this.#privates.push(this.#declarePrivates(node, scope));
      if (node.superClass) this.#visit(node.superClass);
      // The constructor is made first, so whatever it captures of the class comes later.
      const init = this.#makeConstructor(node, name);
      const keys = this.#classKeys(node);
      if (self !== undefined) {
        this.#initialize(self);
        this.#state(self).initializer = init.node;
      }
      const functions = [init];
      this.#module.classFunctions.set(node, functions);
      this.#info.classes.set(node, {
        node,
        topLevel: false,
        init,
        self,
        parameterProperties: parameterProperties(init.node),
        staticSlots: new Map(),
      } as ClassInfo);
      this.#classElements(node, init, keys, functions);
      this.#privates.pop();
    });
    if (declared !== undefined && declared.kind === "class") {
      this.#initialize(declared);
      this.#state(declared).initializer = node;
    }
  }

  /** Private names of a class; methods and accessor halves are bindings, fields are not. */
  #declarePrivates(node: ClassNode, scope: Scope): Map<string, Binding[]> {
    const names = new Map<string, Binding[]>();
    for (const element of node.body.body) {
      if (isErased(element) || !("key" in element)) continue;
      const key: Node = element.key;
      if (key.type !== "PrivateIdentifier") continue;
      const known = names.get(key.name) ?? [];
      names.set(key.name, known);
      if (element.type !== "MethodDefinition") continue;
      const prefix = element.kind === "get" || element.kind === "set" ? `${element.kind} ` : "";
      const binding = this.#declare(scope, `${prefix}#${key.name}`, "private", key);
      this.#info.references.set(key, binding);
      known.push(binding);
    }
    return names;
  }

  #privateUse(node: ast.PrivateIdentifier, written: boolean, read: boolean): void {
    for (const binding of this.#privateBindings(node)) {
      const setter = binding.name.startsWith("set ");
      const getter = binding.name.startsWith("get ");
      if (setter ? written : !getter || read || !written) this.#use(binding, node);
    }
    this.#namePrivate(node);
  }

  #privateBindings(node: ast.PrivateIdentifier): readonly Binding[] {
    return this.#privates.findLast((names) => names.has(node.name))?.get(node.name) ?? [];
  }

  #namePrivate(node: ast.PrivateIdentifier): void {
    const bindings = this.#privateBindings(node);
    const named = bindings.find((one) => !one.name.startsWith("set ")) ?? bindings[0];
    if (named !== undefined) this.#info.references.set(node, named);
  }

  #makeConstructor(node: ClassNode, name: string): FunctionInfo {
    const kind = node.superClass ? "derived" : "constructor";
    const found = node.body.body.find(
      (one): one is ast.MethodDefinition =>
        one.type === "MethodDefinition" && one.kind === "constructor" && !isErased(one),
    );
    if (found !== undefined) {
      this.#names.set(found.value, name);
      return this.#function(found.value, kind);
    }
    const scope = this.#makeScope(node, this.#fn, this.#scope) as Mutable<Scope>;
    const fn = this.#makeFunction(node, name, kind, this.#fn, scope);
    scope.owner = fn;
    this.#module.functions.push(fn);
    const state = { createdAt: ++this.#clock, hoistAt: 0, declares: undefined };
    this.#module.functionStates.set(fn, state);
    this.#superTimes.set(fn, 0);
    return fn;
  }

  /** Computed keys in order; those of fields are kept for the constructor or the static part. */
  #classKeys(node: ClassNode): Map<Node, Binding> {
    const keys = new Map<Node, Binding>();
    for (const element of node.body.body) {
      if (isErased(element) || !("computed" in element) || !element.computed) continue;
      this.#visit(element.key);
      if (element.type !== "PropertyDefinition") continue;
      const binding = this.#declare(this.#scope, `[key ${keys.size}]`, "key", element);
      this.#initialize(binding);
      this.#info.references.set(element, binding);
      keys.set(element, binding);
    }
    return keys;
  }

  #classElements(
    node: ClassNode,
    init: FunctionInfo,
    keys: Map<Node, Binding>,
    functions: FunctionInfo[],
  ): void {
    const elements = node.body.body.filter((one) => !isErased(one));
    const methods = elements.filter(
      (one): one is ast.MethodDefinition =>
        one.type === "MethodDefinition" && one.kind !== "constructor",
    );
    const isPrivate = (one: ast.MethodDefinition): boolean => one.key.type === "PrivateIdentifier";
    for (const one of [...methods.filter(isPrivate), ...methods.filter((m) => !isPrivate(m))]) {
      this.#names.set(one.value, this.#keyName(one.key, one.computed, one.kind));
      functions.push(this.#function(one.value, "method"));
      if (one.key.type !== "PrivateIdentifier") continue;
      const binding = this.#info.references.get(one.key);
      if (binding === undefined) continue;
      this.#initialize(binding);
      this.#state(binding).initializer = one.value;
    }
    for (const one of elements) {
      if (one.type === "StaticBlock")
        functions.push(this.#staticPart(one, one.body, "<static_initializer>"));
      else if (one.type === "PropertyDefinition") this.#field(one, init, keys.get(one), functions);
    }
  }

  #field(
    node: ast.PropertyDefinition,
    init: FunctionInfo,
    key: Binding | undefined,
    functions: FunctionInfo[],
  ): void {
    if (node.value !== null && !node.computed) {
      this.#names.set(unwrap(node.value), this.#keyName(node.key, false, "init"));
    }
    if (!node.static) {
      this.#inFunction(init, this.#scope, () => {
        if (key !== undefined) this.#use(key, node);
        if (node.value !== null) this.#visit(node.value);
      });
    } else if (node.value !== null) {
      functions.push(this.#staticPart(node, [node.value], "<static_initializer>"));
    }
  }

  /** A static block or the initializer of a static field: a method called once, at once. */
  #staticPart(node: Node, body: readonly Node[], name: string): FunctionInfo {
    const scope = this.#makeScope(node, this.#fn, this.#scope) as Mutable<Scope>;
    this.#info.scopes.set(node, scope);
    const fn = this.#makeFunction(node, name, "static", this.#fn, scope);
    scope.owner = fn;
    this.#module.functions.push(fn);
    const state = { createdAt: ++this.#clock, hoistAt: 0, declares: undefined };
    this.#module.functionStates.set(fn, state);
    this.#inFunction(fn, scope, () => {
      if (node.type === "StaticBlock") {
        this.#declareStatements(body);
        this.#declareVars(body, scope);
        this.#enterBody(body);
      }
      for (const one of body) this.#visit(one);
    });
    return fn;
  }

  // --- enums ---

  #enumDeclaration(node: ast.TSEnumDeclaration): void {
    const binding = this.#lookup(node.id.name);
    if (binding === undefined || binding.kind !== "enum") return;
    this.#info.references.set(node.id, binding);
    const earlier = [...this.#info.enums.values()].filter((one) => one.binding === binding);
    const known = new Map(
      earlier.flatMap((one) =>
        one.members.map((member): [string, number | string | undefined] => [
          member.name,
          member.value,
        ]),
      ),
    );
    const members: EnumInfo["members"][number][] = [];
    const outer = this.#enum;
    let next: number | undefined = 0;
    for (const member of node.body.members) {
      const name = enumMemberName(member);
      let value: number | string | undefined = next;
      if (member.initializer !== null) {
        value = foldConstant(member.initializer, (object, key) =>
          object === undefined || object === node.id.name
            ? known.get(key)
            : this.#enumValue(object, key),
        );
        this.#enum = { name: node.id.name, members: known };
        if (value === undefined) this.#visit(member.initializer);
        this.#enum = outer;
      } else if (value === undefined) {
        this.#diagnostics.add(
          this.#source,
          member,
          "enumInitializer",
          { name },
          "give it an initializer",
        );
      }
      known.set(name, value);
      members.push({ name, value, node: member });
      next = typeof value === "number" ? value + 1 : undefined;
    }
    this.#info.enums.set(node, { binding, first: earlier.length === 0, members });
    this.#initialize(binding);
  }

  /** The value of `object.name` where `object` is an enum declared before. */
  #enumValue(object: string, name: string): number | string | undefined {
    const binding = this.#lookup(object);
    for (const one of this.#info.enums.values()) {
      if (one.binding !== binding) continue;
      const member = one.members.find((candidate) => candidate.name === name);
      if (member !== undefined) return member.value;
    }
    return undefined;
  }
}

function lineOf(source: Source, node: Node): number {
  return source.lineStarts.findLastIndex((start) => start <= node.start) + 1;
}
