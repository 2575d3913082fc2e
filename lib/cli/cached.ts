/**
 * Runs a file of this folder with the code that V8 made of it when it was bundled: reading that is
 * several times faster than compiling. Where the code is missing, of another version of V8 or of
 * another text, the file is compiled as usual.
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

/** What V8 made of `body`, kept in front of the text it was made of: V8 itself compares lengths only. */
function readCode(path: string, body: Buffer): Buffer | undefined {
  let kept: Buffer;
  try {
    kept = readFileSync(path);
  } catch {
    return undefined;
  }
  const end = kept.length - body.length;
  return end > 0 && body.equals(kept.subarray(end)) ? kept.subarray(0, end) : undefined;
}

/** What was loaded in this process, by name: scripts/warm.cjs keeps the code of these. */
export const scripts: Map<string, Script> = new Map();

/** Runs NAME.body.js as the module NAME. */
export function load(name: string, module: NodeJS.Module, require: NodeJS.Require): void {
  const filename = `${__dirname}/${name}.body.js`;
  const body = readFileSync(filename);
  const code = readCode(`${__dirname}/${name}.code`, body);
  const script = new Script(
    // The bundler leaves nothing but ASCII, which is the fastest to read.
    `(function (exports, require, module, __filename, __dirname) {${body.toString("latin1")}\n})`,
    { filename, ...(code === undefined ? {} : { cachedData: code }) },
  );
  scripts.set(name, script);
  (script.runInThisContext() as Body)(module.exports, require, module, filename, __dirname);
}
