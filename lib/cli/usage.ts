/** Says how a command is called, and what is wrong with this call if that is known; the exit code. */
export function misused(usage: string, why?: string): number {
  process.stderr.write(`${why === undefined ? "" : `wo: ${why}\n`}usage: wo ${usage}\n`);
  return 2;
}

/** What is wrong with an argument that begins as an option does and is none of the command's. */
export function unknownOption(args: readonly string[]): string | undefined {
  const found = args.find((one) => one.startsWith("-"));
  return found === undefined ? undefined : `unknown option ${found}`;
}
