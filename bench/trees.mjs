// A checkout that can be measured: builds it, compiles benchmark programs with its compiler, and
// strips their types for Node. The programs are always those of this checkout, so that two revisions
// run the same ones.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

export const home = join(dirname(fileURLToPath(import.meta.url)), "..");
const programs = join(home, "bench/programs");

const std = `export const args = process.argv.slice(2);
export const time = { monotonic: () => performance.now() };
`;

/** One checkout, built. Throws with the compiler's output when it does not build. */
export class Tree {
  #work;
  #images = new Map();
  #compile;

  constructor(root, work, woRun, compile) {
    this.root = root;
    this.#work = work;
    this.woRun = woRun;
    this.cli = join(root, "dist/cli/main.js");
    this.#compile = compile;
  }

  static async build(root, work, { addon = false } = {}) {
    mkdirSync(work, { recursive: true });
    const node = (...args) => execFileSync("node", args, { cwd: root, encoding: "utf8" });
    const npm = (name) =>
      execFileSync("npm", ["run", "--silent", name], { cwd: root, stdio: ["ignore", 2, 2] });
    // Before the bundle, which keeps code of a run.
    if (addon) npm("build:native");
    npm("build:ts");
    const native = node("scripts/native.mjs", "plain").trim();
    const compiler = await import(pathToFileURL(join(root, "dist/compiler/index.js")).href);
    return new Tree(root, work, join(native, "wo_run"), compiler.compile);
  }

  /** The program's path, for `wo run`. */
  source(program) {
    return join(programs, `${program}.ts`);
  }

  /** The compiled program; throws when this tree's compiler refuses it. */
  image(program) {
    const known = this.#images.get(program);
    if (known !== undefined) return known;
    const { image, diagnostics } = this.#compile({ path: this.source(program) }, { entry: true });
    if (image === undefined)
      throw new Error(diagnostics.map((d) => `${d.file}:${d.line}: ${d.message}`).join("\n"));
    const at = join(this.#work, `${program}.wob`);
    writeFileSync(at, image);
    this.#images.set(program, at);
    return at;
  }

  /** The program with its types erased, calling its main. */
  script(program) {
    const at = join(this.#work, `${program}.mjs`);
    if (existsSync(at)) return at;
    const { outputText } = ts.transpileModule(readFileSync(this.source(program), "utf8"), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    writeFileSync(join(this.#work, "std.mjs"), std);
    writeFileSync(
      at,
      `${outputText.replace(/(from\s*)["']wo-fiber\/std["']/g, '$1"./std.mjs"')}\nmain(...process.argv.slice(2));\n`,
    );
    return at;
  }

  /** A program of a peer, in PEERS_TMP. */
  peer(name) {
    return join(peersHome(), name);
  }
}

function peersHome() {
  return join(process.env.PEERS_TMP ?? join(tmpdir(), "peersrc"), "bin");
}

/** Builds the peers that are compiled, where their compilers are and their sources are newer. */
export function buildPeers() {
  const bin = peersHome();
  const from = join(home, "bench/peers");
  mkdirSync(bin, { recursive: true });
  const make = (name, command, args, cwd) => {
    if (existsSync(join(bin, name))) return;
    try {
      execFileSync(command, args, { cwd, stdio: ["ignore", 2, 2] });
    } catch (error) {
      process.stderr.write(`${name} is left out: ${error.message}\n`);
    }
  };
  make("c_interp", "cc", ["-O2", "-o", join(bin, "c_interp"), "interp.c", "-lm"], join(from, "c"));
  make("go_peers", "go", ["build", "-o", join(bin, "go_peers"), "."], join(from, "go"));
  make("echo", "cc", ["-O2", "-o", join(bin, "echo"), "echo.c", "-luring"], join(from, "c"));
  make("load", "cc", ["-O2", "-o", join(bin, "load"), "load.c"], join(from, "c"));
  make("warm", "cc", ["-O2", "-o", join(bin, "warm"), "warm.c"], join(from, "c"));
}

/** A worktree of `revision` under the temporary folder, with this checkout's node_modules. */
export function checkout(revision) {
  const root = mkdtempSync(join(tmpdir(), "wo-revision-"));
  const git = (...args) => execFileSync("git", args, { cwd: home, encoding: "utf8" }).trim();
  const commit = git("rev-parse", "--verify", `${revision}^{commit}`);
  git("worktree", "add", "--detach", "--force", root, commit);
  symlinkSync(join(home, "node_modules"), join(root, "node_modules"));
  return {
    root,
    commit,
    remove() {
      rmSync(root, { recursive: true, force: true });
      git("worktree", "prune");
    },
  };
}
