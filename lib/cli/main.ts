/**
 * `wo`: one command a file. Exit codes: 0 well, 1 the program failed, 2 it was refused or misused.
 * scripts/bundle.mjs makes one CommonJS file of what every `wo run` needs; what is imported
 * dynamically, the compiler above all, is loaded when it is wanted.
 */
import { existsSync } from "node:fs";
import { native } from "../internal/native.ts";
import { run } from "./run.ts";

const commands: Record<string, () => Promise<{ run(args: string[]): Promise<number> }>> = {
  run: async () => ({ run }),
  check: () => import("./check.ts"),
  build: () => import("./build.ts"),
  disasm: () => import("./disasm.ts"),
};

const usage = `usage: wo <command>
  run [--sandbox] FILE [args...]   run a TypeScript program, or an image, as fibers;
                                   --sandbox: no files, network, processes or environment
  check FILE... [--json]           report what would be refused
  build FILE -o IMAGE [--module]   compile to an image; --module: for Runtime.loadImage
  disasm FILE|IMAGE                show the bytecode
  --version, --help

A program's top level runs first, then its exported function main(...args), if it has one. When that
returns the program ends: fibers that still run or wait are unwound.
`;

async function main(argv: string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(usage);
    return name === undefined ? 2 : 0;
  }
  if (name === "--version" || name === "-v") {
    process.stdout.write(`${native().version}\n`);
    return 0;
  }
  if (rest[0] === "--help" || rest[0] === "-h") {
    process.stdout.write(usage);
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load === undefined) {
    const hint = existsSync(name) ? `; to run the file: wo run ${argv.join(" ")}` : "";
    process.stderr.write(`wo: unknown command "${name}"${hint}\n${usage}`);
    return 2;
  }
  const code = await (await load()).run(rest);
  // A program that ran well leaves nothing to wait for, and Node's own teardown takes a millisecond.
  if (code === 0 && name === "run") process.exit(0);
  return code;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`wo: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
