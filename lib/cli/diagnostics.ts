/** Diagnostics on the terminal: text on stderr for people, JSON on stdout for tools. */
import { renderDiagnostic, type Diagnostic } from "../compiler/diagnostics.ts";

/** Prints them; answers the exit code: 2 when there is an error among them. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], json: boolean): number {
  if (json) process.stdout.write(`${JSON.stringify(diagnostics, null, 2)}\n`);
  else for (const one of diagnostics) process.stderr.write(`${renderDiagnostic(one)}\n`);
  return diagnostics.some((one) => one.severity === "error") ? 2 : 0;
}
