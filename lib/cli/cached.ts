/**
 * Runs a file of this folder with the code that V8 made of it when it was bundled: reading that is
 * several times faster than compiling. Where the code is missing or of another version of V8, the
 * file is compiled as usual.
 */
import { readFileSync } from "node:fs";
import { Script } from "node:vm";

type Body = (
  exports: object,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  directory: string,
) => void;

function readCode(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** What was loaded in this process, by name: scripts/warm.cjs keeps the code of these. */
export const scripts: Map<string, Script> = new Map();

/** Runs NAME.body.js as the module NAME. */
export function load(name: string, module: NodeJS.Module, require: NodeJS.Require): void {
  const filename = `${__dirname}/${name}.body.js`;
  // The bundler leaves nothing but ASCII, which is the fastest to read.
  const body = readFileSync(filename, "latin1");
  const code = readCode(`${__dirname}/${name}.code`);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${body}\n})`,
    { filename, ...(code === undefined ? {} : { cachedData: code }) },
  );
  scripts.set(name, script);
  (script.runInThisContext() as Body)(module.exports, require, module, filename, __dirname);
}
