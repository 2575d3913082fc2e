// A small Lisp: reader, closures, macros by hand, tail of special forms, errors
type Value =
  | number
  | string
  | boolean
  | null
  | Value[]
  | Closure
  | ((...args: any[]) => Value)
  | { symbol: string };
class Env {
  #vars = new Map<string, Value>();
  constructor(readonly outer?: Env) {}
  find(name: string): Env {
    if (this.#vars.has(name)) return this;
    if (!this.outer) throw new ReferenceError(`unbound ${name}`);
    return this.outer.find(name);
  }
  get(name: string) {
    return this.find(name).#vars.get(name) as Value;
  }
  define(name: string, value: Value) {
    this.#vars.set(name, value);
    return value;
  }
  set(name: string, value: Value) {
    return this.find(name).define(name, value);
  }
}
class Closure {
  constructor(
    readonly params: string[],
    readonly body: Value[],
    readonly env: Env,
  ) {}
}
function read(text: string): Value[] {
  const tokens = text
    .replaceAll("(", " ( ")
    .replaceAll(")", " ) ")
    .split(" ")
    .flatMap((t) => t.split("\n"))
    .filter(Boolean);
  const parse = (): Value => {
    const token = tokens.shift();
    if (token === undefined) throw new SyntaxError("unexpected end");
    if (token === "(") {
      const list: Value[] = [];
      while (tokens[0] !== ")") list.push(parse());
      tokens.shift();
      return list;
    }
    if (token === ")") throw new SyntaxError("unexpected )");
    if (token === "#t" || token === "#f") return token === "#t";
    return Number.isNaN(Number(token)) ? { symbol: token } : Number(token);
  };
  const forms: Value[] = [];
  while (tokens.length > 0) forms.push(parse());
  return forms;
}
const name = (v: Value) => (v as { symbol: string }).symbol;
function evaluate(x: Value, env: Env): Value {
  for (;;) {
    if (!Array.isArray(x))
      return typeof x === "object" && x !== null && "symbol" in x ? env.get(x.symbol) : x;
    const [head, ...rest] = x;
    switch (name(head)) {
      case "quote":
        return rest[0];
      case "if":
        x = evaluate(rest[0], env) !== false ? rest[1] : (rest[2] ?? null);
        continue;
      case "define":
        if (Array.isArray(rest[0])) {
          const [fn, ...params] = rest[0].map(name);
          return env.define(fn, new Closure(params, rest.slice(1), env));
        }
        return env.define(name(rest[0]), evaluate(rest[1], env));
      case "set!":
        return env.set(name(rest[0]), evaluate(rest[1], env));
      case "lambda":
        return new Closure((rest[0] as Value[]).map(name), rest.slice(1), env);
      case "let": {
        const inner = new Env(env);
        for (const [key, value] of rest[0] as Value[][])
          inner.define(name(key), evaluate(value, env));
        for (const form of rest.slice(1, -1)) evaluate(form, inner);
        [x, env] = [rest.at(-1) as Value, inner];
        continue;
      }
    }
    const [f, ...args] = x.map((form) => evaluate(form, env));
    if (typeof f === "function") return f(...args);
    if (!(f instanceof Closure)) throw new TypeError(`not a procedure: ${show(f)}`);
    const inner = new Env(f.env);
    f.params.forEach((param, i) => inner.define(param, args[i] ?? null));
    for (const form of f.body.slice(0, -1)) evaluate(form, inner);
    x = f.body[f.body.length - 1];
    env = inner;
  }
}
const show = (v: Value): string =>
  Array.isArray(v)
    ? `(${v.map(show).join(" ")})`
    : v === null
      ? "()"
      : typeof v === "boolean"
        ? v
          ? "#t"
          : "#f"
        : v instanceof Closure
          ? `<lambda ${v.params.length}>`
          : typeof v === "function"
            ? "<builtin>"
            : typeof v === "object"
              ? v.symbol
              : String(v);
const globals = new Env();
const builtins: Record<string, (...args: any[]) => Value> = {
  "+": (...xs) => xs.reduce((a, b) => a + b, 0),
  "*": (...xs) => xs.reduce((a, b) => a * b, 1),
  "-": (a, b) => (b === undefined ? -a : a - b),
  "<": (a, b) => a < b,
  "=": (a, b) => a === b,
  list: (...xs) => xs,
  cons: (a, b) => [a, ...(b ?? [])],
  car: ([a]) => a,
  cdr: ([, ...rest]) => rest,
  "null?": (x) => x === null || x.length === 0,
};
for (const [key, f] of Object.entries(builtins)) globals.define(key, f);
const program = `
(define (fact n) (if (< n 2) 1 (* n (fact (- n 1)))))
(fact 10)
(define (map f xs) (if (null? xs) (list) (cons (f (car xs)) (map f (cdr xs)))))
(map (lambda (x) (* x x)) (list 1 2 3 4))
(define (counter) (let ((n 0)) (lambda () (set! n (+ n 1)) n)))
(define c (counter))
(list (c) (c) (c))
(define (loop i acc) (if (= i 0) acc (loop (- i 1) (+ acc i))))
(loop 2000 0)
(let ((x 2) (y 3)) (let ((x 7) (z (+ x y))) (* z x)))
(quote (a b (c 1)))
(list + c #t (if #f 1))`;
for (const form of read(program)) console.log(show(evaluate(form, globals)));
for (const bad of ["(undefined 1)", "(1 2)", "(fact", ")"]) {
  try {
    for (const form of read(bad)) console.log(show(evaluate(form, globals)));
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
