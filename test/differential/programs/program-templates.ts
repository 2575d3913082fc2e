// A template engine: variables, filters, conditions, loops, escapes, errors with places
type Scope = Record<string, any>;
type Render = (scope: Scope) => string;
const filters: Record<string, (value: any, ...args: string[]) => unknown> = {
  upper: (v) => String(v).toUpperCase(),
  pad: (v, n = "5") => String(v).padStart(Number(n)),
  join: (v, by = ", ") => v.join(by),
  default: (v, other = "") => v ?? other,
  money: (v) => `$${Number(v).toFixed(2)}`,
};
const escape = (text: string) =>
  [...text]
    .map((c) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" })[c] ?? c)
    .join("");
function lookup(path: string, scope: Scope): unknown {
  return path.split(".").reduce<any>((value, key) => value?.[key], scope);
}
function expression(text: string): (scope: Scope) => unknown {
  const [path, ...pipes] = text.split("|").map((part) => part.trim());
  const steps = pipes.map((pipe) => {
    const [name, ...args] = pipe.split(":");
    const filter = filters[name];
    if (!filter) throw new SyntaxError(`unknown filter '${name}'`);
    return (value: unknown) => filter(value, ...args);
  });
  return (scope) => steps.reduce((value, step) => step(value), lookup(path, scope));
}
function compile(template: string): Render {
  let at = 0;
  function block(...ends: string[]): [Render, string] {
    const parts: Render[] = [];
    for (;;) {
      const open = template.indexOf("{{", at);
      if (open < 0) {
        if (ends.length > 0) throw new SyntaxError(`missing ${ends.join(" or ")}`);
        const rest = template.slice(at);
        parts.push(() => rest);
        return [(scope) => parts.map((p) => p(scope)).join(""), ""];
      }
      const text = template.slice(at, open);
      if (text) parts.push(() => text);
      const close = template.indexOf("}}", open);
      const tag = template.slice(open + 2, close).trim();
      at = close + 2;
      if (ends.includes(tag)) return [(scope) => parts.map((p) => p(scope)).join(""), tag];
      if (tag.startsWith("if ")) {
        const test = expression(tag.slice(3));
        const [yes, end] = block("else", "end");
        const no = end === "else" ? block("end")[0] : () => "";
        parts.push((scope) => (test(scope) ? yes : no)(scope));
      } else if (tag.startsWith("each ")) {
        const [name, , list] = tag.slice(5).split(" ");
        const items = expression(list);
        const [body] = block("end");
        parts.push((scope) =>
          [...((items(scope) as Iterable<unknown>) ?? [])]
            .map((item, index) => body({ ...scope, [name]: item, index, first: index === 0 }))
            .join(""),
        );
      } else if (tag.startsWith("raw ")) {
        const value = expression(tag.slice(4));
        parts.push((scope) => String(value(scope)));
      } else {
        const value = expression(tag);
        parts.push((scope) => escape(String(value(scope) ?? "")));
      }
    }
  }
  return block()[0];
}
const page = compile(`Dear {{name | upper}},
{{each item in order.items}}{{index}}. {{item.name | pad:8}} {{item.price | money}}{{if item.tags}} [{{item.tags | join:/}}]{{end}}
{{end}}{{if paid}}Thanks!{{else}}Due: {{total | money}} {{raw note}} {{note}}{{end}} {{missing | default:none}}{{missing}}.`);
const order = {
  items: [
    { name: "tea", price: 3.5, tags: ["hot", "green"] },
    { name: "<cake>", price: 4 },
  ],
};
console.log(page({ name: "Ann & Bob", order, total: 7.5, note: "<b>now</b>" }));
console.log(page({ name: "x", order: { items: [] }, paid: true }));
for (const bad of ["{{if x}}no end", "{{x | nope}}", "{{each a in b}}{{if c}}{{end}}"]) {
  try {
    compile(bad);
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
