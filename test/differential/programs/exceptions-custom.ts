// Error classes of the program's own
class AppError extends Error {
  code: number;
  constructor(message: string, code: number, options?: ErrorOptions) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
  }
  get info() {
    return `${this.name}#${this.code}`;
  }
}
class NotFound extends AppError {
  constructor(what: string) {
    super(`${what} not found`, 404);
    this.name = "NotFound";
  }
}
try {
  throw new NotFound("page");
} catch (e: any) {
  console.log(
    e instanceof NotFound,
    e instanceof AppError,
    e instanceof Error,
    e.message,
    e.code,
    e.info,
    String(e),
    Object.keys(e),
    e.stack.split("\n")[0],
  );
}
const withCause = new Error("a", { cause: new Error("b") });
console.log(
  (withCause.cause as Error).message,
  "cause" in new Error("x"),
  Object.prototype.hasOwnProperty.call(withCause, "cause"),
  Object.getOwnPropertyNames(new Error("m")).includes("message"),
);
console.log(
  new Error().message === "",
  Error("no new") instanceof Error,
  new AggregateError([1, 2], "agg").errors,
  Object.prototype.toString.call(new TypeError()),
);
const e = new Error("x");
e.name = "Custom";
console.log(e.toString());
e.message = "";
console.log(String(e));
console.log(
  Error.prototype.toString.call({ name: "N", message: "M" }),
  Error.prototype.toString.call({}),
);
