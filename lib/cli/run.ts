/** `wo run FILE [args...]`: written on the public host API and nothing else. */
import { inspect } from "node:util";
import { CompileError, Runtime } from "../index.ts";
import { readImage } from "./image.ts";
import { misused, unknownOption } from "./usage.ts";

/** An error by its stack, anything else that was thrown as Node shows it. */
function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return inspect(thrown);
  return thrown.stack ?? `${thrown.name}: ${thrown.message}`;
}

/** Says why a program was not started; the compiler's part is loaded only when it is needed. */
async function refused(error: unknown): Promise<number> {
  if (error instanceof CompileError) {
    const { printDiagnostics } = await import("./diagnostics.ts");
    return printDiagnostics(error.diagnostics, false);
  }
  process.stderr.write(`wo: ${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
}

export async function run(args: string[]): Promise<number> {
  const sandbox = args[0] === "--sandbox";
  const [file, ...rest] = sandbox ? args.slice(1) : args;
  if (file === undefined || file === "" || file.startsWith("-"))
    return misused("run [--sandbox] FILE [args...]", unknownOption([file ?? ""]));
  await using runtime = new Runtime({
    shards: 0,
    args: rest,
    ...(sandbox ? {} : { allow: "all" as const }),
  });
  let main: Awaited<ReturnType<Runtime["main"]>>;
  try {
    main = await runtime.main(readImage(file) ?? file, ...rest);
  } catch (error) {
    return refused(error);
  }
  runtime.poll(Infinity);
  if (main.final === undefined) await runtime.stop();
  return main.done.then(
    () => 0,
    (error: unknown) => {
      process.stderr.write(`Uncaught ${describe(error)}\n`);
      return 1;
    },
  );
}
