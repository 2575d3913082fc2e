// Bundles lib/cli into dist/cli as CommonJS, so that an empty program costs little more than Node
// itself: one CommonJS file starts several milliseconds sooner than a dozen ES modules. main has what
// every `wo run` needs; compiler what a compilation needs, the JavaScript of oxc-parser included (its
// native part stays where npm put it). Both come with the code this version of V8 made of them
// (lib/cli/cached.ts); another version compiles them as usual.
import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const out = join(root, "dist/cli");

/**
 * The parser's own loader asks for the native part by several names, relative to itself. Here the
 * package that has it is asked for at once; what is not found from here is found from where
 * oxc-parser is, which takes longer.
 */
const parserRequire = `
const here = createRequire(import.meta.filename);
const require = (id) => {
  if (id.startsWith("./parser.")) throw new Error(id + " is not part of the package");
  if (!id.startsWith(".")) {
    try {
      return here(id);
    } catch {}
  }
  return createRequire(here.resolve("oxc-parser"))(id);
};`;

const parserHome = {
  name: "parser-home",
  transform: {
    filter: { id: /oxc-parser\/src-js\/(index|bindings)\.js$/ },
    handler(code, id) {
      const loader = "const require = createRequire(import.meta.url)";
      if (!code.includes(loader)) this.error(`${id} does not say: ${loader}`);
      return { code: code.replace(loader, parserRequire) };
    },
  },
};

async function bundle() {
  const made = await rolldown({
    cwd: root,
    input: { main: "lib/cli/main.ts", cached: "lib/cli/cached.ts" },
    platform: "node",
    external: ["node-gyp-build"],
    plugins: [parserHome],
    transform: { target: "es2023" },
  });
  await made.write({
    dir: out,
    format: "cjs",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    comments: false,
    codeSplitting: { groups: [{ name: "compiler", test: /lib\/compiler\/|node_modules/ }] },
  });
  await made.close();
}

/** Puts `name` behind lib/cli/cached.ts. */
function cache(name, first = "") {
  const body = join(out, `${name}.body.js`);
  renameSync(join(out, `${name}.js`), body);
  const ascii = readFileSync(body, "utf8").replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  writeFileSync(body, ascii);
  writeFileSync(
    join(out, `${name}.js`),
    `${first}require("./cached.js").load("${name}", module, require);\n`,
  );
}

/** Runs the CLI for the code V8 makes of it. What the command answers does not matter. */
function warm(name, ...args) {
  const { error, stderr } = spawnSync(process.execPath, ["scripts/warm.cjs", name, ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "", WO_CACHE: join(out, "warm") },
  });
  if (error !== undefined) throw error;
  if (/warm\.cjs/.test(stderr)) throw new Error(stderr);
}

rmSync(out, { recursive: true, force: true });
await bundle();
writeFileSync(join(out, "package.json"), '{ "type": "commonjs" }\n');
cache("main", "#!/usr/bin/env node\n");
// npm does this once, when it links the package; a link made before this build runs the new file.
chmodSync(join(out, "main.js"), 0o755);
cache("compiler");
const examples = readdirSync(join(root, "examples")).filter((name) => name.endsWith(".ts"));
warm("compiler", "check", ...examples.map((name) => join("examples", name)));
warm("main", "run", "examples/lengths.ts");
rmSync(join(out, "warm"), { recursive: true, force: true });
