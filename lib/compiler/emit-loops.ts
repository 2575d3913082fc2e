/**
 * Loops. A loop with a simple condition tests it once before the loop and then at the bottom, where
 * the test is the jump backward; any other is entered at its test, which stands at the bottom right
 * before a LOOP; an iterator loop is entered at its NEXT.
 */
import { closeDrops, closeScope, initialize, openScope } from "./emit-bindings.ts";
import { branch } from "./emit-conditions.ts";
import { fold } from "./emit-constants.ts";
import { emitOwned } from "./emit-calls.ts";
import { assignTarget, prepareTarget } from "./emit-assignments.ts";
import { effect, operand } from "./emit-expressions.ts";
import { iterableText } from "./emit-names.ts";
import { bindPattern, patternBindings, reserveNames } from "./emit-patterns.ts";
import type { FunctionEmitter, LoopExit } from "./emit-state.ts";
import { emitDeclaration, emitGuarded, emitStatement, emitUsing } from "./emit-statements.ts";
import { type ast, isClass, isFunction, type Node, unwrap, walk } from "./parse.ts";
import type { Binding, Scope } from "./scope.ts";

/** By-value captures that one loop may keep in registers. */
const cachedMax = 8;

export function emitWhile(
  f: FunctionEmitter,
  node: ast.WhileStatement,
  labels: readonly string[],
): void {
  hoistingCaptures(f, node, () => emitTested(f, labels, node.test, undefined, node.body));
}

export function emitDoWhile(
  f: FunctionEmitter,
  node: ast.DoWhileStatement,
  labels: readonly string[],
): void {
  hoistingCaptures(f, node, () => {
    if (!f.asm.live) return;
    const loop = loopExit(f, labels);
    const top = f.asm.label();
    f.asm.place(top, true);
    emitLoopBody(f, loop, node.body);
    f.asm.place(loop.continueLabel);
    f.at(node.test);
    const known = fold(f, node.test);
    if (known === undefined) branch(f, node.test, top, true);
    else if (known.value) f.asm.jump(top);
    f.asm.place(loop.breakLabel);
  });
}

export function emitFor(
  f: FunctionEmitter,
  node: ast.ForStatement,
  labels: readonly string[],
): void {
  const scope = openScope(f, node);
  const body = (): void =>
    hoistingCaptures(f, node, () => {
      emitTested(
        f,
        labels,
        node.test ?? undefined,
        () => {
          if (scope.scope?.perIteration === true) renewBoxes(f, scope.scope);
          if (node.update !== null) effect(f, node.update);
        },
        node.body,
      );
    });
  const { init } = node;
  if (init === null) body();
  else if (init.type === "VariableDeclaration" && init.kind === "using") {
    emitUsing(f, init.declarations, body);
  } else {
    if (init.type === "VariableDeclaration") emitDeclaration(f, init);
    else effect(f, init);
    // Closures of the initializer keep its variables, which no iteration shares.
    if (scope.scope?.perIteration === true && holdsClosure(init)) renewBoxes(f, scope.scope);
    body();
  }
  closeScope(f, scope);
}

function holdsClosure(within: Node): boolean {
  let found = false;
  walk(within, (node) => {
    found ||= isFunction(node) || isClass(node);
  });
  return found;
}

/** Closures of one iteration keep its variables: the next one goes on with boxes of its own. */
function renewBoxes(f: FunctionEmitter, scope: Scope): void {
  const mark = f.next;
  const value = f.temp();
  for (const binding of scope.bindings.values()) {
    if (binding.storage.kind !== "box") continue;
    const box = f.registerOf(binding);
    f.asm.op("GETBOX", value, box);
    f.asm.op("NEWBOX", box, value);
  }
  f.release(mark);
}

function loopExit(
  f: FunctionEmitter,
  labels: readonly string[],
  iterator?: LoopExit["iterator"],
  continueLabel = f.asm.label(),
): LoopExit {
  const breakLabel = f.asm.label();
  return iterator === undefined
    ? { kind: "loop", labels, breakLabel, continueLabel }
    : { kind: "loop", labels, breakLabel, continueLabel, iterator };
}

function emitLoopBody(f: FunctionEmitter, loop: LoopExit, body: Node): void {
  f.exits.push(loop);
  emitStatement(f, body);
  f.exits.pop();
}

function emitTested(
  f: FunctionEmitter,
  labels: readonly string[],
  test: Node | undefined,
  update: (() => void) | undefined,
  body: Node,
): void {
  if (!f.asm.live) return;
  const known = test === undefined ? { value: true } : fold(f, test);
  if (known !== undefined && !known.value) return;
  const loop = loopExit(f, labels);
  const top = f.asm.label();
  const condition = f.asm.label();
  const twice = test !== undefined && known === undefined && isSimple(test);
  if (twice) {
    f.at(test);
    branch(f, test, loop.breakLabel, false);
  } else if (known === undefined) f.asm.jump(condition);
  f.asm.place(top, true);
  emitLoopBody(f, loop, body);
  f.asm.place(loop.continueLabel);
  update?.();
  f.asm.place(condition);
  if (twice) {
    f.at(test);
    branch(f, test, top, true);
  } else {
    if (test !== undefined && known === undefined) {
      f.at(test);
      branch(f, test, loop.breakLabel, false);
    }
    f.asm.jump(top);
  }
  f.asm.place(loop.breakLabel);
}

/** Up to so many nodes a condition may be emitted twice. */
const simpleMax = 24;
const simpleTypes = new Set([
  "Identifier",
  "Literal",
  "ThisExpression",
  "MemberExpression",
  "BinaryExpression",
  "LogicalExpression",
  "UnaryExpression",
  "ParenthesizedExpression",
  "TSNonNullExpression",
]);

/** True for a short condition that makes no functions and calls nothing by its syntax. */
function isSimple(test: Node): boolean {
  let nodes = 0;
  let simple = true;
  walk(test, (node) => {
    nodes++;
    if (!simpleTypes.has(node.type)) simple = false;
    return simple;
  });
  return simple && nodes <= simpleMax;
}

// --- for...of, for...in ---

export function emitForOf(
  f: FunctionEmitter,
  node: ast.ForOfStatement,
  labels: readonly string[],
): void {
  if (!f.asm.live) return;
  const scope = openScope(f, node);
  emitOwned(f, node.right, (iterable) => {
    const window = f.temp(4);
    f.at(node.right);
    if (namesSubject(node.right)) f.asm.callName(iterableText(node.right));
    f.asm.op("ITER", window, iterable);
    hoistingCaptures(f, node.body, () => iterate(f, node, labels, window));
  });
  closeScope(f, scope);
}

/** V8 names the subject of a for...of unless it is a conditional. */
function namesSubject(node: Node): boolean {
  return unwrap(node).type !== "ConditionalExpression";
}

function iterate(
  f: FunctionEmitter,
  node: ast.ForOfStatement,
  labels: readonly string[],
  window: number,
): void {
  const next = f.asm.label();
  f.asm.place(next, true);
  const range: { start: number; gaps: { start: number; end: number }[] } = { start: 0, gaps: [] };
  f.at(node.right);
  const loop = loopExit(f, labels, { window, range }, next);
  f.asm.compare("NEXT", window, 0, loop.breakLabel);
  range.start = f.asm.pc;
  f.exits.push(loop);
  bindElement(f, node, window + 3);
  f.exits.pop();
  const inner = f.next;
  const completion = f.temp(2);
  f.release(inner);
  const handler = f.asm.label();
  f.asm.cover(range, "finally", handler, completion);
  f.asm.jump(next);
  f.asm.place(handler);
  f.at(node.right);
  f.asm.op("ITERCLOSE", window, 1);
  f.asm.op("ENDFINALLY", completion);
  f.asm.place(loop.breakLabel);
}

export function emitForIn(
  f: FunctionEmitter,
  node: ast.ForInStatement,
  labels: readonly string[],
): void {
  if (!f.asm.live) return;
  const scope = openScope(f, node);
  const mark = f.next;
  const window = f.temp(4);
  f.asm.op("FORIN", window, operand(f, node.right));
  f.release(window + 4);
  hoistingCaptures(f, node.body, () => {
    const next = f.asm.label();
    f.asm.place(next, true);
    const loop = loopExit(f, labels, undefined, next);
    f.asm.compare("FORINNEXT", window, 0, loop.breakLabel);
    f.exits.push(loop);
    bindElement(f, node, window + 3);
    f.exits.pop();
    f.asm.jump(next);
    f.asm.place(loop.breakLabel);
  });
  f.release(mark);
  closeScope(f, scope);
}

/** Gives the loop's variable the element in `register`, then runs the body. */
function bindElement(
  f: FunctionEmitter,
  node: ast.ForOfStatement | ast.ForInStatement,
  register: number,
): void {
  const { left, body } = node;
  const mark = f.next;
  f.at(left);
  if (left.type !== "VariableDeclaration") {
    const target = prepareTarget(f, left);
    assignTarget(f, target, register);
    f.release(mark);
    return emitStatement(f, body);
  }
  const id = left.declarations[0]?.id;
  const depth = f.exits.length;
  const made: Binding[] = [];
  if (id?.type === "Identifier") {
    const binding = f.declared(id);
    if (!f.registers.has(binding)) made.push(binding);
    initialize(f, binding, register, register);
  } else if (id !== undefined) {
    if (left.kind !== "var") reserveNames(f, patternBindings(f, id), made);
    bindPattern(f, id, register, { declare: true, objectText: ".for", subjectText: ".for" });
  }
  if (left.kind === "using" && id?.type === "Identifier") {
    emitGuarded(f, f.declared(id), left, () => emitStatement(f, body));
  } else emitStatement(f, body);
  closeDrops(f, depth);
  for (const binding of made) f.drop(binding);
  f.release(mark);
}

// --- captures in loops ---

/**
 * By-value captures that a loop reads are loaded once before it: they never change. Loops inside go
 * on using the same registers.
 */
function hoistingCaptures(f: FunctionEmitter, loop: Node, emit: () => void): void {
  if (f.cached.size > 0 || f.info.captures.length === 0 || !f.asm.live) return emit();
  const mark = f.next;
  const found = new Set<Binding>();
  walk(loop, (node) => {
    if (isFunction(node)) return false;
    const binding = f.binding(node);
    if (
      binding !== undefined &&
      binding.storage.kind === "register" &&
      !f.isOwn(binding) &&
      isCaptured(f, binding)
    )
      found.add(binding);
    return true;
  });
  for (const binding of [...found].slice(0, cachedMax)) {
    const register = f.temp();
    f.asm.op("GETCAP", register, f.captureIndex(binding));
    f.hold(binding, register);
    f.registers.delete(binding);
    f.cached.set(binding, register);
  }
  emit();
  for (const binding of found) {
    f.cached.delete(binding);
    f.drop(binding);
  }
  f.release(mark);
}

function isCaptured(f: FunctionEmitter, binding: Binding): boolean {
  return f.info.captures.some((capture) => capture.binding === binding);
}
