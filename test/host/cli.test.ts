import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileText, planes, root, woRun } from "../harness/programs.ts";

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

let work = "";
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "wo-cli-"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const at = join(work, name);
  writeFileSync(at, text);
  return at;
}

/** Runs the built CLI with a cache of its own. */
function node(flags: string[], args: string[], more: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const env = { ...process.env, WO_CACHE: join(work, "cache"), ...more };
    execFile(
      process.execPath,
      [...flags, join(root, "dist/cli/main.js"), ...args],
      { env, encoding: "utf8", maxBuffer: 1 << 26 },
      (failed, out, err) => resolve({ code: failed === null ? 0 : Number(failed.code), out, err }),
    );
  });
}

const wo = (...args: string[]): Promise<Ran> => node([], args);

test("wo run prints, passes arguments and exits 0", async () => {
  const program = file(
    "hello.ts",
    "export function main(who: string) { console.log(`hello ${who}`); }",
  );
  expect(await wo("run", program, "you")).toEqual({ code: 0, out: "hello you\n", err: "" });
  expect(await wo("run", program, "again")).toEqual({ code: 0, out: "hello again\n", err: "" });
});

test("wo-fiber/http is compiled with the program; its frames have names of its own", async () => {
  const program = file(
    "http.ts",
    "import { Headers } from 'wo-fiber/http';\nfunction main() {\n  new Headers({ 'a b': 1 });\n}\nmain();",
  );
  // The second time from the cache.
  for (let i = 0; i < 2; i++) {
    const { code, err } = await wo("run", program);
    expect(code).toBe(1);
    expect(err).toMatch(/^Uncaught TypeError: Header name must be a valid HTTP token \["a b"\]\n/);
    expect(err).toMatch(/\n {4}at checkName \(wo:http\/headers\.ts:\d+:\d+\)\n/);
    expect(err).toMatch(/\n {4}at main \(.*http\.ts:3:3\)\n {4}at .*http\.ts:5:1\n$/);
  }
});

test("Node is told what wo-fiber/http is", async () => {
  const { code, err } = await node(["--input-type=module", "-e", "import 'wo-fiber/http'"], []);
  expect({ code, err: err.includes("wo-fiber/http exists in fiber code only") }).toEqual({
    code: 1,
    err: true,
  });
});

test("wo run notices that a cached module changed", async () => {
  file("part.ts", "export const word = 'one';");
  const program = file("whole.ts", "import { word } from './part.ts'; console.log(word);");
  expect((await wo("run", program)).out).toBe("one\n");
  file("part.ts", "export const word = 'two';");
  expect((await wo("run", program)).out).toBe("two\n");
  const other = file("other.ts", "import { word } from './word.js'; console.log(word);");
  file("word.js", "export const word = 'js';");
  expect((await wo("run", other)).out).toBe("js\n");
  file("word.ts", "export const word = 'ts';");
  expect((await wo("run", other)).out).toBe("ts\n");
});

test("an image that another build of the compiler made is not used", async () => {
  const program = file("again.ts", "console.log('well');");
  const cache = join(work, "cache-of-builds");
  /** The file that holds the image after a run: another one when it was written again. */
  const kept = async (): Promise<number[]> => {
    expect((await node([], ["run", program], { WO_CACHE: cache })).out).toBe("well\n");
    return readdirSync(cache).map((name) => statSync(join(cache, name)).ino);
  };
  const first = await kept();
  expect(await kept()).toEqual(first);
  const compiler = join(root, "dist/compiler/index.js");
  const { atime, mtime } = statSync(compiler);
  utimesSync(compiler, atime, new Date(mtime.getTime() + 5000));
  try {
    const second = await kept();
    expect(second.length).toBe(1);
    expect(second).not.toEqual(first);
  } finally {
    utimesSync(compiler, atime, mtime);
  }
});

test("[W10] an uncaught error in main exits 1 with a source stack", async () => {
  const program = file(
    "fails.ts",
    "function inner() {\n  throw new TypeError('no');\n}\ninner();\n",
  );
  const { code, err } = await wo("run", program);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^Uncaught TypeError: no\n {4}at inner \(.*fails\.ts:2:\d+\)\n {4}at .*fails\.ts:4:\d+\n$/,
  );
});

test("[W04] a refused program exits 2 with place, code, source line, caret and hint", async () => {
  const program = file("refused.ts", "const x = 1;\nasync function f() {}\n");
  const { code, out, err } = await wo("run", program);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/refused\.ts:2:\d+ - error WO\d{4}: /);
  expect(err).toContain("async function f() {}");
  expect(err).toMatch(/^ +\^+$/m);
  expect(err).toMatch(/^ +hint: /m);
});

test("wo check --json prints diagnostics for tools", async () => {
  const program = file("json.ts", "new Promise(() => {});");
  const { code, out } = await wo("check", "--json", program);
  expect(code).toBe(2);
  const [first] = JSON.parse(out) as {
    code: string;
    line: number;
    column: number;
    severity: string;
  }[];
  expect(first).toMatchObject({ line: 1, column: 5, severity: "error" });
  expect((await wo("check", file("good.ts", "console.log(1);"))).code).toBe(0);
});

test("wo build makes an image that wo run and wo disasm take", async () => {
  const program = file("built.ts", "console.log('from image');");
  const image = join(work, "built.wob");
  expect((await wo("build", program, "-o", image)).code).toBe(0);
  expect(await wo("run", image)).toEqual({ code: 0, out: "from image\n", err: "" });
  expect((await wo("disasm", image)).out).toContain("from image");
  expect((await wo("disasm", program)).out).toMatch(/LOADG/);
  for (const args of [["check"], ["build", "-o", join(work, "again.wob")]]) {
    const { code, err } = await wo(...args, image);
    expect(code).toBe(2);
    expect(err).toMatch(/WO1310: cannot read '.*built\.wob': it is an image, compiled already\n$/);
  }
});

test("a damaged image is refused with the broken rule", async () => {
  const image = file("bad.wob", "WOIMgarbage");
  const { code, err } = await wo("run", image);
  expect(code).toBe(2);
  expect(err).toMatch(/^wo: .+/);
});

test("a missing file and a wrong command say what to do", async () => {
  expect(await wo("run", join(work, "none.ts"))).toMatchObject({ code: 2 });
  expect((await wo("run", join(work, "none.ts"))).err).toContain("none.ts");
  expect(await wo("frobnicate")).toMatchObject({ code: 2 });
  expect((await wo("frobnicate")).err).toContain("usage: wo");
  expect((await wo("--help")).code).toBe(0);
  const program = file("plain.ts", "");
  expect((await wo(program, "x")).err).toContain(
    `unknown command "${program}"; to run the file: wo run ${program} x\n`,
  );
  expect((await wo("run", "")).err).toMatch(/^usage: wo run/);
});

test("every command names the option it does not know, and how it is called", async () => {
  for (const name of ["run", "check", "build", "disasm"]) {
    const { code, out, err } = await wo(name, "--frob", file("option.ts", "console.log(1);"));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(new RegExp(`^wo: unknown option '?--frob.*\nusage: wo ${name} `, "i"));
  }
});

test("wo_run names the option it does not know and what an option needs", () => {
  for (const [args, said] of [
    [["--version"], "unknown option --version"],
    [["--shards"], "--shards needs a number from 0 to 16"],
    [["--shards", "17", "x.wob"], "--shards needs a number from 0 to 16"],
    [["--seed", "1"], "no image given"],
  ] as const) {
    const { status, stderr } = spawnSync(woRun(), args, { encoding: "utf8" });
    expect({ status, said: stderr.split("\n")[0] }).toEqual({ status: 2, said: `wo_run: ${said}` });
  }
});

test("--sandbox grants nothing", async () => {
  const program = file(
    "reads.ts",
    "import { fs } from 'wo-fiber/std'; console.log(fs.exists('/etc'));",
  );
  expect((await wo("run", program)).out).toBe("true\n");
  const { code, err } = await wo("run", "--sandbox", program);
  expect(code).toBe(1);
  expect(err).toContain("PermissionError");
  for (const call of [
    "fs.open('/etc/hosts')",
    "fs.list('/')",
    "proc.run('true')",
    "proc.signals('SIGHUP')",
  ]) {
    const text = `import { fs, proc } from 'wo-fiber/std'; ${call}; void fs; void proc;`;
    const refused = await wo("run", "--sandbox", file("refused.ts", text));
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("PermissionError");
  }
});

test("the example counts words over fibers", async () => {
  const text = file("words.txt", "b a b\nc b a\n");
  const { code, out } = await wo("run", join(root, "examples/top-words.ts"), text);
  expect(code).toBe(0);
  expect(out.split("\n").slice(0, 5)).toEqual([
    "word  count  share",
    "b         3  50.00%",
    "a         2  33.33%",
    "c         1  16.67%",
    "6 words, 3 distinct",
  ]);
});

test("nothing a program has written is lost when it ends", async () => {
  const program = file("much.ts", "for (let i = 0; i < 20000; i++) console.log(`line ${i}`);");
  const { code, out } = await wo("run", program);
  expect(code).toBe(0);
  expect(out.split("\n").length).toBe(20001);
  expect(out.endsWith("line 19999\n")).toBe(true);
});

test("a Node that cannot use the bundled code compiles it", async () => {
  // Other flags make V8 refuse code it has made before.
  const program = file("flags.ts", "console.log('well');");
  const off = { WO_CACHE: "off" };
  expect(await node(["--no-lazy"], ["run", program], off)).toEqual({
    code: 0,
    out: "well\n",
    err: "",
  });
});

test("the bundled code is good for the Node it was made with", () => {
  const program = file("bundled.ts", "");
  const main = join(root, "dist/cli/main.js");
  const script = `
    process.argv = [process.argv[0], ${JSON.stringify(main)}, "run", ${JSON.stringify(program)}];
    process.on("exit", () => {
      const { scripts } = require(${JSON.stringify(join(root, "dist/cli/cached.js"))});
      for (const [name, one] of scripts) console.log(name, one.cachedDataRejected);
    });
    require(${JSON.stringify(main)});`;
  const env = { ...process.env, NODE_OPTIONS: "", WO_CACHE: "off" };
  const out = execFileSync(process.execPath, ["-e", script], { env, encoding: "utf8" });
  expect(out).toBe("main false\ncompiler false\n");
});

test("the bundled code is not used for another text, of the same length even", async () => {
  const copy = join(work, "copy");
  cpSync(join(root, "dist/cli"), join(copy, "dist/cli"), { recursive: true });
  const body = join(copy, "dist/cli/main.body.js");
  const text = readFileSync(body, "utf8");
  expect(text).toContain("unknown command");
  writeFileSync(body, text.replace("unknown command", "UNKNOWN COMMAND"));
  const { stderr } = spawnSync(process.execPath, [join(copy, "dist/cli/main.js"), "frobnicate"], {
    encoding: "utf8",
  });
  expect(stderr).toMatch(/^wo: UNKNOWN COMMAND "frobnicate"/);
});

test("[N01] an addon that is asked for elsewhere is looked for there", async () => {
  const program = file("elsewhere.ts", "");
  const { code, err } = await node([], ["run", program], { WO_FIBER_PREBUILD: work });
  expect(code).toBe(2);
  expect(err).toMatch(/^wo: the native addon of wo-fiber could not be loaded/);
});

test.each(planes())(
  "a full pipe parks who writes, loses nothing and mixes nothing (%s)",
  (plane) => {
    const image = join(work, `pipe-${plane}.wob`);
    const text = `
    import { chan, io, spawn, time, type Send } from "wo-fiber/std";
    const done = chan<number>(2);
    const write = (name: string, out: Send<number>) => {
      for (let i = 0; i < 10; i++) {
        console.log(name.repeat(50_000));
        io.stdout(name + "-\\n");
      }
      out.send(1);
    };
    spawn(write, "a", done.sender());
    spawn(write, "b", done.sender());
    let ticks = 0;
    for (; done.length < 2; ticks++) time.sleep(1);
    console.error(ticks > 50 ? "others ran" : "blocked");
    spawn(() => console.log("z".repeat(200_000)));
    time.sleep(10);
  `;
    const compiled = compileText(file("pipe.ts", text));
    if (typeof compiled === "string") throw new Error(compiled);
    writeFileSync(image, compiled);
    const script = `"${woRun()}" "${image}" | (sleep 0.3; cat)`;
    const { stdout, stderr } = spawnSync("sh", ["-c", script], {
      encoding: "utf8",
      env: { ...process.env, WO_IO: plane },
      maxBuffer: 1e8,
    });
    expect(stderr).toBe("others ran\n");
    const lines = stdout.split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.pop()).toBe("z".repeat(200_000));
    const whole = ["a", "b"].flatMap((name) => [name.repeat(50_000), `${name}-`]);
    for (const line of whole) expect(lines.filter((one) => one === line).length).toBe(10);
    expect(lines.length).toBe(40);
  },
);

test("a program under wo run receives signals instead of being ended by them", async () => {
  const program = file(
    "signals.ts",
    `import { proc } from "wo-fiber/std";
const signals = proc.signals("SIGTERM", "SIGINT");
console.log("ready");
console.log(signals.recv());
console.log(signals.recv());`,
  );
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), "run", program]);
  const ended = new Promise((resolve) =>
    child.on("close", (code, signal) => resolve([code, signal])),
  );
  let out = "";
  const next = { "ready\n": "SIGTERM", "ready\nSIGTERM\n": "SIGINT" } as Record<
    string,
    NodeJS.Signals
  >;
  child.stdout.on("data", (data) => {
    out += String(data);
    const signal = next[out];
    if (signal) child.kill(signal);
  });
  expect(await ended).toEqual([0, null]);
  expect(out).toBe("ready\nSIGTERM\nSIGINT\n");
});

test("the HTTP example finishes the request it is at when it is asked to end", async () => {
  const program = join(root, "examples/http-hello.ts");
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), "run", program, "0"]);
  const ended = new Promise((resolve) => child.on("close", resolve));
  let out = "";
  let answer = "";
  child.stdout.on("data", (data) => {
    const before = out;
    out += String(data);
    const port = /port: (\d+)/.exec(out)?.[1];
    if (!port || before.includes("port:")) {
      if (out.includes("SIGTERM")) socket?.end("text");
      return;
    }
    socket = connect(Number(port), "127.0.0.1", () => {
      socket?.write("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\nsome");
      setTimeout(() => child.kill("SIGTERM"), 300);
    });
    socket.on("data", (data) => {
      answer += String(data);
    });
  });
  let socket: ReturnType<typeof connect> | undefined;
  expect(await ended).toBe(0);
  expect(answer).toContain('{"length":8}');
  expect(out).toContain("SIGTERM: draining\ndrained, 0 connections cut off\n");
});
