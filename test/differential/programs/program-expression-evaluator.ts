// Pratt parser and evaluator with variables, functions, precedence and errors
type Expr =
  | { type: "num"; value: number }
  | { type: "var"; name: string }
  | { type: "unary"; op: string; arg: Expr }
  | { type: "binary"; op: string; left: Expr; right: Expr }
  | { type: "call"; name: string; args: Expr[] }
  | { type: "cond"; test: Expr; yes: Expr; no: Expr };
const powers: Record<string, [number, number]> = {
  "?": [1, 0],
  "<": [3, 4],
  ">": [3, 4],
  "+": [5, 6],
  "-": [5, 6],
  "*": [7, 8],
  "/": [7, 8],
  "%": [7, 8],
  "^": [10, 9],
};
function tokenize(text: string) {
  const tokens: string[] = [];
  for (let i = 0; i < text.length; ) {
    const c = text[i];
    if (c === " ") {
      i++;
      continue;
    }
    let j = i + 1;
    const same = (test: string) => {
      while (j < text.length && test.includes(text[j].toLowerCase())) j++;
    };
    if ("0123456789.".includes(c)) same("0123456789.");
    else if (c.toLowerCase() !== c.toUpperCase()) same("abcdefghijklmnopqrstuvwxyz0123456789");
    tokens.push(text.slice(i, j));
    i = j;
  }
  return tokens;
}
function parse(text: string): Expr {
  const tokens = tokenize(text);
  let at = 0;
  const expect = (token: string) => {
    if (tokens[at++] !== token)
      throw new SyntaxError(`expected ${token} but got ${tokens[at - 1] ?? "end"}`);
  };
  function expression(min: number): Expr {
    const token = tokens[at++];
    let left: Expr;
    if (token === undefined) throw new SyntaxError("unexpected end");
    if (token === "(") {
      left = expression(0);
      expect(")");
    } else if (token === "-") left = { type: "unary", op: "-", arg: expression(9) };
    else if (!Number.isNaN(Number(token))) left = { type: "num", value: Number(token) };
    else if (token.toLowerCase() === token.toUpperCase())
      throw new SyntaxError(`unexpected ${token}`);
    else if (tokens[at] === "(") {
      at++;
      const args: Expr[] = [];
      while (tokens[at] !== ")") {
        args.push(expression(0));
        if (tokens[at] === ",") at++;
      }
      at++;
      left = { type: "call", name: token, args };
    } else left = { type: "var", name: token };
    for (;;) {
      const op = tokens[at];
      const power = op === undefined ? undefined : powers[op];
      if (power === undefined || power[0] < min) return left;
      at++;
      if (op === "?") {
        const yes = expression(0);
        expect(":");
        left = { type: "cond", test: left, yes, no: expression(power[1]) };
      } else left = { type: "binary", op, left, right: expression(power[1]) };
    }
  }
  const result = expression(0);
  if (at < tokens.length) throw new SyntaxError(`unexpected ${tokens[at]}`);
  return result;
}
const binary: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  "^": (a, b) => a ** b,
  "<": (a, b) => Number(a < b),
  ">": (a, b) => Number(a > b),
};
const functions: Record<string, (...args: number[]) => number> = {
  max: Math.max,
  sqrt: Math.sqrt,
  sum: (...xs) => xs.reduce((a, b) => a + b, 0),
};
function evaluate(e: Expr, scope: ReadonlyMap<string, number>): number {
  switch (e.type) {
    case "num":
      return e.value;
    case "var": {
      const value = scope.get(e.name);
      if (value === undefined) throw new ReferenceError(`unknown ${e.name}`);
      return value;
    }
    case "unary":
      return -evaluate(e.arg, scope);
    case "binary":
      return binary[e.op](evaluate(e.left, scope), evaluate(e.right, scope));
    case "cond":
      return evaluate(evaluate(e.test, scope) ? e.yes : e.no, scope);
    case "call":
      return (functions[e.name] ?? (() => NaN))(...e.args.map((arg) => evaluate(arg, scope)));
  }
}
const show = (e: Expr): string =>
  e.type === "num"
    ? `${e.value}`
    : e.type === "var"
      ? e.name
      : e.type === "unary"
        ? `(-${show(e.arg)})`
        : e.type === "binary"
          ? `(${show(e.left)}${e.op}${show(e.right)})`
          : e.type === "call"
            ? `${e.name}(${e.args.map(show)})`
            : `(${show(e.test)}?${show(e.yes)}:${show(e.no)})`;
const scope = new Map([
  ["x", 3],
  ["y", 4],
]);
for (const text of [
  "1 + 2 * 3",
  "(1+2)*3",
  "2^3^2",
  "-2^2",
  "10 - 4 - 3",
  "sqrt(x*x + y*y)",
  "x > y ? 1 : x < y ? 2 : 3",
  "max(1, x, sum(1,2,3)) % 4",
  "1 / 0",
  "nope(1)",
  "1 +",
  "(1",
  "1 2",
  "z",
  "* 3",
  "a b",
]) {
  try {
    const tree = parse(text);
    console.log(text, "=>", show(tree), "=", evaluate(tree, scope));
  } catch (error: any) {
    console.log(text, "=>", error.name, error.message);
  }
}
