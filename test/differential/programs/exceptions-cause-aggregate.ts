// cause chains, AggregateError, properties of errors, their enumeration and conversion
function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`bad config`, { cause: error });
  }
}
function start(text: string) {
  try {
    return parse(text);
  } catch (cause) {
    throw new TypeError("cannot start", { cause });
  }
}
try {
  start("{");
} catch (error: any) {
  const chain: string[] = [];
  for (let e = error; e; e = e.cause) chain.push(`${e.name}(${e.constructor.name})`);
  console.log(chain);
}
const all = new AggregateError([new Error("a"), new RangeError("b"), "c"], "several");
console.log(
  all.name,
  all.message,
  all.errors.length,
  all.errors.map(String),
  all instanceof Error,
  Object.keys(all),
);
const e: any = new Error("m", { cause: 0 });
console.log(
  e.cause,
  "cause" in e,
  "cause" in new Error("x"),
  "cause" in new Error("x", { cause: undefined }),
  Object.keys(e),
  JSON.stringify(e),
);
console.log(
  Object.getOwnPropertyNames(e).sort(),
  e.hasOwnProperty("message"),
  new Error().hasOwnProperty("message"),
  Object.getOwnPropertyDescriptor(e, "message"),
);
e.message = "changed";
e.name = "Renamed";
e.code = "E_CODE";
console.log(
  String(e),
  Object.keys(e),
  JSON.stringify(e),
  Error.prototype.toString.call({ name: "N", message: "M" }),
  Error.prototype.toString.call({}),
);
console.log(
  String(new Error()),
  String(new Error("")),
  String(new TypeError("t")),
  `${Object.assign(new Error("x"), { name: "" })}`,
  Object.assign(new Error(""), { name: "Only" }) + "",
);
console.log(
  (Error as any)("no new") instanceof Error,
  (TypeError as any)("t") instanceof TypeError,
  Error.name,
  TypeError.prototype.name,
  Object.getPrototypeOf(TypeError) === Error,
  typeof e.stack,
);
for (const K of [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError]) {
  const made = new K("msg");
  console.log(
    made.name,
    made.message,
    made instanceof Error,
    Object.prototype.toString.call(made),
    made.constructor === K,
  );
}
console.log(
  new Error(5 as any).message,
  new Error(undefined).message === "",
  new Error(null as any).message,
  new Error({ toString: () => "obj" } as any).message,
);
