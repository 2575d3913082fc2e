// Formats the C and C++ sources with the clang-format that npm installs; --check only compares.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "..", "..");
const files = readdirSync(join(root, "native"), { recursive: true })
  .filter((name) => /\.(c|h|cc)$/.test(name) && !/\.gen\.[ch]$/.test(name))
  .map((name) => join(root, "native", name));
const check = process.argv.includes("--check");
const args = check ? ["--dry-run", "--Werror", ...files] : ["-i", ...files];
const done = spawnSync(join(root, "node_modules", ".bin", "clang-format"), args, {
  encoding: "utf8",
  maxBuffer: 1 << 26,
});
if (done.status !== 0) process.stderr.write(done.stderr);
process.exitCode = done.status ?? 1;
