/** Statements, loops apart. */
import {
  closeScope,
  functionDeclaration,
  initialize,
  initializeFunction,
  initializeNewest,
  initializeWith,
  loadBinding,
  openScope,
} from "./emit-bindings.ts";
import { emitClass } from "./emit-classes.ts";
import { branch } from "./emit-conditions.ts";
import { constantOperand, fold, loadKnown } from "./emit-constants.ts";
import { emitFinally, emitReturn, leave } from "./emit-exits.ts";
import { copyOperand, effect, evaluate, operand, stable } from "./emit-expressions.ts";
import { emitDoWhile, emitFor, emitForIn, emitForOf, emitWhile } from "./emit-loops.ts";
import { bindPattern, patternBindings, reserveNames } from "./emit-patterns.ts";
import type { Exit, FunctionEmitter } from "./emit-state.ts";
import { Builtin } from "./tables.gen.ts";
import { type ast, isErased, type Node, unwrap } from "./parse.ts";
import type { Binding } from "./scope.ts";

/** The statements of a function body or block that opens the scope of `node`. */
export function emitBody(f: FunctionEmitter, node: Node, statements: readonly Node[]): void {
  const scope = openScope(f, node, statements);
  emitList(f, statements);
  closeScope(f, scope);
}

/** Statements in order; the rest of the list is what a `using` declaration guards. */
function emitList(f: FunctionEmitter, statements: readonly Node[], from = 0): void {
  for (let i = from; i < statements.length; i++) {
    const statement = statements[i];
    if (statement === undefined) continue;
    if (statement.type === "VariableDeclaration" && statement.kind === "using") {
      return emitUsing(f, statement.declarations, () => emitList(f, statements, i + 1));
    }
    emitStatement(f, statement);
  }
}

export function emitStatement(
  f: FunctionEmitter,
  node: Node,
  labels: readonly string[] = [],
): void {
  if (isErased(node)) return;
  f.at(node);
  switch (node.type) {
    case "ExpressionStatement":
      effect(f, node.expression);
      return noteSuper(f, node.expression);
    case "VariableDeclaration":
      return emitDeclaration(f, node);
    case "FunctionDeclaration":
      return emitFunctionDeclaration(f, node, node.id ?? node);
    case "ClassDeclaration":
      return emitClassDeclaration(f, node, node.id ?? node);
    case "ReturnStatement":
      return emitReturnStatement(f, node);
    case "IfStatement":
      return emitIf(f, node);
    case "BlockStatement":
      return emitLabelled(f, labels, () => emitBody(f, node, node.body));
    case "ForStatement":
      return emitFor(f, node, labels);
    case "ForOfStatement":
      return emitForOf(f, node, labels);
    case "ForInStatement":
      return emitForIn(f, node, labels);
    case "WhileStatement":
      return emitWhile(f, node, labels);
    case "DoWhileStatement":
      return emitDoWhile(f, node, labels);
    case "BreakStatement":
      return emitBreak(f, node.label?.name);
    case "ContinueStatement":
      return emitContinue(f, node.label?.name);
    case "LabeledStatement":
      return emitLabeledStatement(f, node, labels);
    case "SwitchStatement":
      return emitSwitch(f, node, labels);
    case "ThrowStatement":
      return emitThrow(f, node);
    case "TryStatement":
      return emitLabelled(f, labels, () => emitTry(f, node));
    case "TSEnumDeclaration":
      return emitEnum(f, node);
    case "ExportNamedDeclaration":
      if (node.declaration !== null) emitStatement(f, node.declaration);
      return;
    case "ExportDefaultDeclaration":
      return emitExportDefault(f, node);
    case "DebuggerStatement":
      return f.asm.op("DEBUGGER");
    default:
      // Imports are resolved; empty statements and what only declares types do nothing.
      return;
  }
}

/** A `super()` among the statements of a constructor settles `this` for what follows. */
function noteSuper(f: FunctionEmitter, expression: Node): void {
  const straight = f.exits.length === 0 && f.info.kind === "derived";
  if (
    straight &&
    expression.type === "CallExpression" &&
    expression.callee.type === "Super" &&
    isDirectStatement(f, expression)
  )
    f.thisReady = true;
}

function isDirectStatement(f: FunctionEmitter, expression: Node): boolean {
  const { node } = f.info;
  if (node.type !== "FunctionExpression" || node.body === null) return false;
  return node.body.body.some(
    (one) => one.type === "ExpressionStatement" && one.expression === expression,
  );
}

// --- declarations ---

export function emitDeclaration(f: FunctionEmitter, node: ast.VariableDeclaration): void {
  for (const one of node.declarations) emitDeclarator(f, node.kind, one);
}

function emitDeclarator(f: FunctionEmitter, kind: string, node: ast.VariableDeclarator): void {
  f.at(node);
  if (node.id.type === "Identifier") {
    const binding = f.declared(node.id);
    if (kind === "var") {
      if (node.init !== null) assignVar(f, node.id, node.init);
      return;
    }
    if (kind === "const" && node.init !== null && !binding.needsCheck) {
      const known = fold(f, node.init);
      if (known !== undefined) f.program.known.set(binding, known);
    }
    return initializeWith(f, binding, node.init ?? undefined);
  }
  if (node.init === null) return;
  if (kind !== "var") reserveNames(f, patternBindings(f, node.id));
  const mark = f.next;
  const source = operand(f, node.init);
  bindPattern(f, node.id, source, { declare: true, subject: node.init });
  f.release(mark);
}

function assignVar(f: FunctionEmitter, id: Node, init: Node): void {
  const binding = f.declared(id);
  // A parameter or function of the same name is the variable.
  initializeWith(f, binding, init);
}

function emitFunctionDeclaration(f: FunctionEmitter, node: Node, name: Node): void {
  const binding = f.binding(name);
  if (binding !== undefined && !binding.hoisted) initializeFunction(f, node, binding);
}

function emitClassDeclaration(f: FunctionEmitter, node: ast.Class, name: Node): void {
  const binding = f.declared(name);
  const register = f.temp();
  if (emitClass(f, node, register, binding)) return f.release(register);
  initializeNewest(f, binding, register);
}

function emitExportDefault(f: FunctionEmitter, node: ast.ExportDefaultDeclaration): void {
  const declaration: Node = node.declaration;
  const fn = functionDeclaration(declaration);
  if (fn !== undefined) return emitFunctionDeclaration(f, fn, fn.id ?? node);
  if (declaration.type === "ClassDeclaration") {
    return emitClassDeclaration(f, declaration, declaration.id ?? node);
  }
  const binding = f.binding(node);
  if (binding !== undefined) initializeWith(f, binding, declaration);
}

/** `enum E { A, B = "b" }`: an object with the members, and the names of the numeric ones. */
function emitEnum(f: FunctionEmitter, node: ast.TSEnumDeclaration): void {
  const info = f.module.enums.get(node);
  if (info === undefined) return;
  const object = f.temp();
  if (info.first) f.asm.op("NEWOBJ", object, Math.min(255, info.members.length * 2));
  else loadBinding(f, info.binding, object);
  for (const member of info.members) {
    const inner = f.next;
    const key = f.temp();
    const value = f.temp();
    f.at(member.node);
    if (member.value !== undefined) loadKnown(f, { value: member.value }, value);
    else if (member.node.type === "TSEnumMember" && member.node.initializer !== null) {
      evaluate(f, member.node.initializer, value);
    }
    loadKnown(f, { value: member.name }, key);
    f.asm.op("DEFELEM", object, key, value);
    if (typeof member.value !== "string") reverseName(f, member.value, object, key, value);
    f.release(inner);
  }
  if (info.first) initializeNewest(f, info.binding, object);
  else f.release(object);
}

/** The name under the value, unless the value turns out to be a string. */
function reverseName(
  f: FunctionEmitter,
  known: number | undefined,
  object: number,
  key: number,
  value: number,
): void {
  const skip = f.asm.label();
  if (known === undefined) {
    const type = f.temp();
    f.asm.op("TYPEOF", type, value);
    const text = constantOperand(f, { value: "string" });
    if (text !== undefined) f.asm.compare("JSEQK", type, text, skip);
  }
  f.asm.op("TOKEY", value, value);
  f.asm.op("DEFELEM", object, value, key);
  f.asm.place(skip);
}

// --- using ---

/**
 * `using` in the middle of a block: the rest of the block runs under a finally that disposes, newest
 * first, since each declaration guards the next.
 */
export function emitUsing(
  f: FunctionEmitter,
  declarations: readonly ast.VariableDeclarator[],
  rest: () => void,
  from = 0,
): void {
  const declaration = declarations[from];
  if (declaration === undefined) return rest();
  if (declaration.id.type !== "Identifier" || declaration.init === null) return;
  const binding = f.declared(declaration.id);
  f.at(declaration);
  initializeWith(f, binding, declaration.init);
  emitGuarded(f, binding, declaration, () => emitUsing(f, declarations, rest, from + 1));
}

/** Runs `body`, then disposes what `binding` holds, on every way out. */
export function emitGuarded(
  f: FunctionEmitter,
  binding: Binding,
  place: Node,
  body: () => void,
): void {
  const resource = f.temp(2);
  emitDisposable(f, binding, resource);
  emitFinally(f, body, (completion) => emitDispose(f, resource, completion, place), place);
}

/** resource = the value, resource + 1 = its dispose method, checked; for null or undefined nothing. */
function emitDisposable(f: FunctionEmitter, binding: Binding, resource: number): void {
  const mark = f.next;
  const none = f.asm.label();
  loadBinding(f, binding, resource);
  f.asm.branch("JNULLISH", resource, none);
  const key = f.temp();
  f.asm.wide("LOADG", key, Builtin.Symbol_dispose);
  f.asm.op("GETELEM", resource + 1, resource, key);
  f.asm.op("TYPEOF", key, resource + 1);
  const callable = f.temp();
  loadKnown(f, { value: "function" }, callable);
  f.asm.compare("JSEQ", key, callable, none);
  f.asm.wide("FAIL", 1, f.asm.string("Symbol(Symbol.dispose) is not a function"));
  f.asm.place(none);
  f.release(mark);
}

function emitDispose(f: FunctionEmitter, resource: number, completion: number, place: Node): void {
  const mark = f.next;
  const done = f.asm.label();
  const failed = f.asm.label();
  f.at(place);
  f.asm.branch("JNULLISH", resource, done);
  const range = f.asm.range();
  const window = f.temp(2);
  f.asm.op("MOVE", window, resource + 1);
  f.asm.op("MOVE", window + 1, resource);
  f.asm.op("CALLM", window, 0);
  f.asm.cover(range, "catch", failed, window);
  f.asm.jump(done);
  f.asm.place(failed);
  // The new error is thrown; one already on its way is kept inside it.
  const alone = f.asm.label();
  const thrown = constantOperand(f, { value: 1 });
  if (thrown !== undefined) f.asm.compare("JSNEK", completion, thrown, alone);
  const error = f.temp(4);
  f.asm.wide("LOADG", error, Builtin.SuppressedError);
  f.asm.op("MOVE", error + 2, window);
  f.asm.op("MOVE", error + 3, completion + 1);
  f.asm.op("NEW", error, 2);
  f.asm.op("THROW", error);
  f.asm.place(alone);
  f.asm.op("THROW", window);
  f.asm.place(done);
  f.release(mark);
}

// --- control ---

function emitIf(f: FunctionEmitter, node: ast.IfStatement): void {
  const known = fold(f, node.test);
  if (known !== undefined) {
    const taken = known.value ? node.consequent : node.alternate;
    if (taken !== null) emitStatement(f, taken);
    return;
  }
  const otherwise = f.asm.label();
  branch(f, node.test, otherwise, false);
  emitStatement(f, node.consequent);
  if (node.alternate === null) return f.asm.place(otherwise);
  const end = f.asm.label();
  f.asm.jump(end);
  f.asm.place(otherwise);
  emitStatement(f, node.alternate);
  f.asm.place(end);
}

function emitReturnStatement(f: FunctionEmitter, node: ast.ReturnStatement): void {
  if (node.argument === null) return emitReturn(f, undefined);
  emitReturnValue(f, node.argument, node);
}

/** `return expression`: each branch of a conditional returns by itself. */
export function emitReturnValue(f: FunctionEmitter, expression: Node, place: Node): void {
  const node = unwrap(expression);
  if (node.type === "ConditionalExpression") {
    const known = fold(f, node.test);
    if (known !== undefined) {
      return emitReturnValue(f, known.value ? node.consequent : node.alternate, place);
    }
    const otherwise = f.asm.label();
    branch(f, node.test, otherwise, false);
    emitReturnValue(f, node.consequent, place);
    f.asm.place(otherwise);
    return emitReturnValue(f, node.alternate, place);
  }
  const mark = f.next;
  const value = operand(f, node);
  f.at(place);
  emitReturn(f, value);
  f.release(mark);
}

function emitThrow(f: FunctionEmitter, node: ast.ThrowStatement): void {
  const mark = f.next;
  const value = operand(f, node.argument);
  f.at(node);
  f.asm.op("THROW", value);
  f.release(mark);
}

function emitLabeledStatement(
  f: FunctionEmitter,
  node: ast.LabeledStatement,
  labels: readonly string[],
): void {
  const all = [...labels, node.label.name];
  switch (node.body.type) {
    case "ForStatement":
    case "ForOfStatement":
    case "ForInStatement":
    case "WhileStatement":
    case "DoWhileStatement":
    case "SwitchStatement":
    case "BlockStatement":
    case "TryStatement":
    case "LabeledStatement":
      return emitStatement(f, node.body, all);
    default: {
      const { body } = node;
      return emitLabelled(f, all, () => emitStatement(f, body));
    }
  }
}

/** A statement that `break label` may leave. */
function emitLabelled(f: FunctionEmitter, labels: readonly string[], body: () => void): void {
  if (labels.length === 0) return body();
  const breakLabel = f.asm.label();
  f.exits.push({ kind: "block", labels, isSwitch: false, breakLabel });
  body();
  f.exits.pop();
  f.asm.place(breakLabel);
}

function emitBreak(f: FunctionEmitter, label: string | undefined): void {
  const target = f.exits.findLast((exit) => isBreakTarget(exit, label));
  if (target !== undefined) leave(f, { how: "break", target });
}

function isBreakTarget(exit: Exit, label: string | undefined): boolean {
  if (exit.kind === "loop") return label === undefined || exit.labels.includes(label);
  if (exit.kind !== "block") return false;
  return label === undefined ? exit.isSwitch : exit.labels.includes(label);
}

function emitContinue(f: FunctionEmitter, label: string | undefined): void {
  const target = f.exits.findLast(
    (exit) => exit.kind === "loop" && (label === undefined || exit.labels.includes(label)),
  );
  if (target !== undefined) leave(f, { how: "continue", target });
}

function emitSwitch(
  f: FunctionEmitter,
  node: ast.SwitchStatement,
  labels: readonly string[],
): void {
  const mark = f.next;
  // The cases' tests may assign the variable that is looked at.
  const tests = node.cases.flatMap((one) => one.test ?? []);
  const value = stable(f, node.discriminant, tests)
    ? operand(f, node.discriminant)
    : copyOperand(f, node.discriminant);
  const breakLabel = f.asm.label();
  const scope = openScope(
    f,
    node,
    node.cases.flatMap((one) => one.consequent),
  );
  f.exits.push({ kind: "block", labels, isSwitch: true, breakLabel });
  const exits = f.exits.length;
  const entries = node.cases.map((one) => {
    const label = f.asm.label();
    if (one.test !== null) emitCaseTest(f, value, one.test, label);
    return label;
  });
  const otherwise = node.cases.findIndex((one) => one.test === null);
  f.asm.jump(entries[otherwise] ?? breakLabel);
  for (const [i, one] of node.cases.entries()) {
    const label = entries[i];
    if (label !== undefined) f.asm.place(label);
    emitList(f, one.consequent);
  }
  if (f.exits.length !== exits) throw new Error("an exit was left open in a switch");
  f.exits.pop();
  f.asm.place(breakLabel);
  closeScope(f, scope);
  f.release(mark);
}

function emitCaseTest(
  f: FunctionEmitter,
  value: number,
  test: Node,
  label: ReturnType<FunctionEmitter["asm"]["label"]>,
): void {
  const known = fold(f, test);
  const constant = known === undefined ? undefined : constantOperand(f, known);
  if (constant !== undefined) return f.asm.compare("JSEQK", value, constant, label);
  const mark = f.next;
  f.at(test);
  f.asm.compare("JSEQ", value, operand(f, test), label);
  f.release(mark);
}

// --- try ---

function emitTry(f: FunctionEmitter, node: ast.TryStatement): void {
  const { block, handler, finalizer } = node;
  if (finalizer === null) {
    if (handler !== null) emitTryCatch(f, block, handler);
    return;
  }
  const body = (): void => {
    if (handler === null) emitStatement(f, block);
    else emitTryCatch(f, block, handler);
  };
  emitFinally(f, body, () => emitStatement(f, finalizer), finalizer);
}

function emitTryCatch(
  f: FunctionEmitter,
  block: ast.BlockStatement,
  handler: ast.CatchClause,
): void {
  const end = f.asm.label();
  const caught = f.asm.label();
  const mark = f.next;
  // The scope of the handler opens with the thrown value in the first free register.
  const register = f.temp();
  f.release(mark);
  const range = f.asm.range();
  f.exits.push({ kind: "catch", range });
  emitStatement(f, block);
  f.exits.pop();
  f.asm.cover(range, "catch", caught, register);
  f.asm.jump(end);
  f.asm.place(caught);
  emitHandler(f, handler);
  f.asm.place(end);
}

/** A catch clause; the thrown value is in the register that is free first. */
function emitHandler(f: FunctionEmitter, handler: ast.CatchClause): void {
  const mark = f.next;
  const register = f.temp();
  const scope = openScope(f, handler);
  const { param } = handler;
  if (param?.type === "Identifier") initialize(f, f.declared(param), register, register);
  else if (param !== null) {
    reserveNames(f, patternBindings(f, param));
    bindPattern(f, param, register, { declare: true, objectText: ".catch" });
  }
  emitBody(f, handler.body, handler.body.body);
  closeScope(f, scope);
  f.release(mark);
}
