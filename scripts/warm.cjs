// node scripts/warm.cjs NAME ARGS...: runs `wo ARGS...` and keeps the code that V8 made of
// dist/cli/NAME.body.js meanwhile, functions compiled on the way included, as lib/cli/cached.ts reads it.
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

const out = join(__dirname, "../dist/cli");
const [name, ...args] = process.argv.slice(2);
process.argv = [process.argv[0], join(out, "main.js"), ...args];
process.on("exit", () => {
  const script = require(join(out, "cached.js")).scripts.get(name);
  const body = readFileSync(join(out, `${name}.body.js`));
  writeFileSync(join(out, `${name}.code`), Buffer.concat([script.createCachedData(), body]));
});
require(join(out, "main.js"));
