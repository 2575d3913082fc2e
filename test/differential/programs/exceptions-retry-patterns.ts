// Error handling as programs do it: retries, fallbacks, collecting, wrapping, validating
class ValidationError extends Error {
  override name = "ValidationError";
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(`${field}: ${message}`);
  }
}
class NotFound extends Error {
  get name() {
    return "NotFound";
  }
}
function retry<T>(times: number, f: (attempt: number) => T): T {
  const failures: string[] = [];
  for (let attempt = 1; ; attempt++) {
    try {
      return f(attempt);
    } catch (error) {
      failures.push(String(error));
      if (attempt >= times) throw new AggregateError(failures, `failed ${times} times`);
    }
  }
}
console.log(
  retry(3, (n) => {
    if (n < 3) throw new Error(`try ${n}`);
    return `won at ${n}`;
  }),
);
try {
  retry(2, (n) => {
    throw new NotFound(`page ${n}`);
  });
} catch (error: any) {
  console.log(error.message, error.errors);
}
function validate(input: any) {
  const errors: ValidationError[] = [];
  const check = (field: string, ok: boolean, message: string) => {
    if (!ok) errors.push(new ValidationError(field, message));
  };
  check("name", typeof input.name === "string" && input.name !== "", "required");
  check("age", Number.isInteger(input.age) && input.age >= 0, `not an age: ${input.age}`);
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
  return "valid";
}
for (const input of [{ name: "ann", age: 3 }, { name: "", age: 3 }, { age: -1 }]) {
  try {
    console.log(validate(input));
  } catch (error) {
    if (error instanceof ValidationError) console.log("one", error.field, String(error));
    else if (error instanceof AggregateError)
      console.log(
        "many",
        error.errors.map((e) => e.field),
      );
    else throw error;
  }
}
type Result<T> = { ok: true; value: T } | { ok: false; error: string };
const attempt = <T>(f: () => T): Result<T> => {
  try {
    return { ok: true, value: f() };
  } catch (error) {
    return { ok: false, error: String(error) };
  }
};
console.log(
  attempt(() => 1),
  attempt(() => null!.x),
  attempt(() => {
    throw new NotFound("it");
  }),
  attempt(() => {
    throw "plain";
  }),
);
