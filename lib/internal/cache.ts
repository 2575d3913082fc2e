/**
 * Compiled images cached by content. An entry is found by the path of the entry module and is good
 * while every source file of its graph has the bytes it was compiled from; the key also holds the
 * tables hash and the version, so an entry of another build is never found. Nothing here is trusted:
 * the core verifies every image it loads. All failures of the cache are silent: it only saves time.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

interface Manifest {
  readonly files: readonly { readonly path: string; readonly digest: string }[];
}

const digest = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");

function directory(): string | undefined {
  const set = process.env["WO_CACHE"];
  if (set === "off") return undefined;
  if (set !== undefined && set !== "") return set;
  const base = process.env["XDG_CACHE_HOME"];
  return join(base !== undefined && base !== "" ? base : join(homedir(), ".cache"), "wo-fiber");
}

/** Where the image of `path`, compiled under `variant`, is kept; undefined when caching is off. */
function place(path: string, variant: string): string | undefined {
  const base = directory();
  return base === undefined ? undefined : join(base, digest(`${variant}\0${path}`).slice(0, 32));
}

/** The cached image, or undefined when there is none that is still good. */
export function readCache(path: string, variant: string): Uint8Array | undefined {
  const at = place(path, variant);
  if (at === undefined) return undefined;
  try {
    const bytes = readFileSync(at);
    const end = bytes.indexOf(10);
    const manifest = JSON.parse(bytes.toString("utf8", 0, end)) as Manifest;
    for (const file of manifest.files)
      if (digest(readFileSync(file.path)) !== file.digest) return undefined;
    return bytes.subarray(end + 1);
  } catch {
    return undefined;
  }
}

/** Keeps `image`, compiled from the files named; written aside and renamed, so readers see all or nothing. */
export function writeCache(
  path: string,
  variant: string,
  files: readonly string[],
  image: Uint8Array,
): void {
  const at = place(path, variant);
  if (at === undefined) return;
  try {
    const manifest: Manifest = {
      files: files.map((file) => ({ path: file, digest: digest(readFileSync(file)) })),
    };
    mkdirSync(join(at, ".."), { recursive: true, mode: 0o700 });
    const aside = `${at}.${process.pid}.tmp`;
    writeFileSync(aside, Buffer.concat([Buffer.from(`${JSON.stringify(manifest)}\n`), image]), {
      mode: 0o600,
    });
    renameSync(aside, at);
  } catch {
    // A cache that cannot be written costs a compilation next time, nothing else.
  }
}
