/**
 * Programs as trees of text, so that a failing one can be made smaller without knowing its language:
 * what may be left out or replaced is said by the sort of each node, and everything else is text.
 */

/**
 * - expression: may become a literal, or one of the expressions inside it.
 * - statement: may be left out of its list, or replaced by what its blocks hold.
 * - statements: a block's statements, one a line.
 * - items: elements, arguments, properties; any of them may be left out.
 */
export type Sort = "expression" | "statement" | "statements" | "items";

export interface Tree {
  readonly sort: Sort;
  readonly parts: readonly Part[];
}

export type Part = string | Tree;

type Template = (strings: TemplateStringsArray, ...values: readonly Part[]) => Tree;

function template(sort: Sort): Template {
  return (strings, ...values) => ({
    sort,
    parts: strings.flatMap((text, i): Part[] => {
      const value = values[i];
      return value === undefined ? [text] : [text, value];
    }),
  });
}

export const expression: Template = template("expression");
export const statement: Template = template("statement");

export function statements(parts: readonly Tree[]): Tree {
  return { sort: "statements", parts };
}

export function items(parts: readonly Tree[]): Tree {
  return { sort: "items", parts };
}

/** The text of a tree. */
export function print(tree: Part, indent = ""): string {
  if (typeof tree === "string") return tree;
  const { sort, parts } = tree;
  if (sort === "items") return parts.map((part) => print(part, indent)).join(", ");
  if (sort !== "statements") return parts.map((part) => print(part, indent)).join("");
  const inner = `${indent}  `;
  return `${parts.map((part) => `\n${inner}${print(part, inner)}`).join("")}\n${indent}`;
}

/** The text of a whole program, given its list of statements. */
export function printProgram(program: Tree): string {
  return program.parts.map((part) => `${print(part)}\n`).join("");
}

type Path = readonly number[];

/** Every node with its path, the outer ones first. */
function walk(tree: Tree, visit: (tree: Tree, path: Path) => void, path: Path = []): void {
  visit(tree, path);
  tree.parts.forEach((part, i) => {
    if (typeof part !== "string") walk(part, visit, [...path, i]);
  });
}

function replace(tree: Tree, path: Path, change: (old: Tree) => Tree): Tree {
  const [at, ...rest] = path;
  if (at === undefined) return change(tree);
  return {
    ...tree,
    parts: tree.parts.map((part, i) =>
      i === at && typeof part !== "string" ? replace(part, rest, change) : part,
    ),
  };
}

function without(list: Tree, from: number, count: number): Tree {
  return { ...list, parts: list.parts.filter((_, i) => i < from || i >= from + count) };
}

const literals = ["0", '""', "undefined"];

/** Whether the node is text only. */
function isText(tree: Tree): boolean {
  return tree.parts.every((part) => typeof part === "string");
}

/** The nearest descendants of a sort. */
function inside(tree: Tree, sort: Sort): Tree[] {
  return tree.parts.flatMap((part) => {
    if (typeof part === "string") return [];
    return part.sort === sort ? [part] : inside(part, sort);
  });
}

/** Programs one step smaller than this one, those that leave out most first. */
export function reductions(program: Tree): Tree[] {
  const runs: { size: number; smaller: Tree }[] = [];
  const steps: Tree[] = [];
  walk(program, (node, path) => {
    const at = (change: (old: Tree) => Tree): void => {
      steps.push(replace(program, path, change));
    };
    const { length } = node.parts;
    switch (node.sort) {
      case "statements":
      case "items":
        for (let size = length; size >= 1; size = size >> 1) {
          for (let from = 0; from < length; from += size) {
            runs.push({ size, smaller: replace(program, path, (l) => without(l, from, size)) });
          }
        }
        node.parts.forEach((part, i) => {
          if (node.sort === "items" || typeof part === "string") return;
          for (const block of inside(part, "statements")) {
            at((list) => ({ ...list, parts: list.parts.toSpliced(i, 1, ...block.parts) }));
          }
        });
        break;
      case "expression":
        for (const child of inside(node, "expression")) at(() => child);
        if (isText(node)) {
          if (!literals.includes(print(node))) at(() => ({ ...node, parts: ["0"] }));
        } else for (const literal of literals) at(() => ({ ...node, parts: [literal] }));
        break;
      case "statement":
        break;
    }
  });
  runs.sort((a, b) => b.size - a.size);
  return [...runs.map((run) => run.smaller), ...steps];
}

/**
 * The smallest program found that still fails. `fail` judges a batch of programs; `rounds` bounds
 * how often it is asked.
 */
export async function shrink(
  program: Tree,
  fail: (batch: readonly Tree[]) => Promise<readonly boolean[]>,
  rounds = 400,
): Promise<Tree> {
  const batchSize = 24;
  let best = program;
  for (let left = rounds; left > 0; ) {
    const candidates = reductions(best);
    let found: Tree | undefined;
    for (let i = 0; i < candidates.length && found === undefined && left > 0; i += batchSize) {
      const batch = candidates.slice(i, i + batchSize);
      const verdicts = await fail(batch);
      found = batch[verdicts.indexOf(true)];
      left--;
    }
    if (found === undefined) break;
    best = found;
  }
  return best;
}
