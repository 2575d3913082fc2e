/**
 * Compiled images cached by content. An entry is found by the path of the first module and its role
 * (entry of a program or module of a host), holds the text of every source file it was compiled from,
 * and is good for the compiler that made it while those files still have exactly that text and none
 * has come that would have been taken before them. Nothing here is trusted: the core verifies every
 * image it loads. All failures of the cache are silent: it only saves time.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Whose image it is. */
export interface CacheKey {
  readonly path: string;
  readonly role: "entry" | "module";
  /** Tells this compiler from others. */
  readonly compiler: string;
}

interface Manifest extends CacheKey {
  /** Files that were looked for and not there. */
  readonly absent: readonly string[];
  /** Sources in the order their texts follow the manifest; the image is what is left. */
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

function directory(): string | undefined {
  const set = process.env["WO_CACHE"];
  if (set === "off") return undefined;
  if (set !== undefined && set !== "") return set;
  const base = process.env["XDG_CACHE_HOME"];
  return join(base !== undefined && base !== "" ? base : join(homedir(), ".cache"), "wo-fiber");
}

/**
 * Where an image is kept; undefined when caching is off. Two keys may meet in one place, those of two
 * compilers do: the manifest says whose entry it is, and the later one replaces the earlier.
 */
function place({ path, role }: CacheKey): string | undefined {
  const base = directory();
  if (base === undefined) return undefined;
  const text = `${role}\0${path}`;
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ low, 0x5bd1e995) ^ (high >>> 15);
  }
  return join(base, [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join(""));
}

/** The cached image, or undefined when there is none that is still good. */
export function readCache(key: CacheKey): Uint8Array | undefined {
  const at = place(key);
  if (at === undefined) return undefined;
  try {
    const bytes = readFileSync(at);
    let start = bytes.indexOf(10) + 1;
    const manifest = JSON.parse(bytes.toString("utf8", 0, start)) as Manifest;
    const { path, role, compiler, absent } = manifest;
    if (path !== key.path || role !== key.role || compiler !== key.compiler) return undefined;
    if (absent.some((file) => existsSync(file))) return undefined;
    for (const { path: file, size } of manifest.files) {
      if (!readFileSync(file).equals(bytes.subarray(start, start + size))) return undefined;
      start += size;
    }
    return bytes.subarray(start);
  } catch {
    return undefined;
  }
}

/** Keeps `image`, compiled from `sources`; written aside and renamed: readers see all or nothing. */
export function writeCache(
  key: CacheKey,
  sources: readonly { readonly path: string; readonly text: string }[],
  absent: readonly string[],
  image: Uint8Array,
): void {
  const at = place(key);
  if (at === undefined) return;
  try {
    const texts = sources.map((source) => Buffer.from(source.text));
    const files = sources.map((source, i) => ({ path: source.path, size: texts[i]?.length ?? 0 }));
    const manifest: Manifest = { ...key, absent, files };
    mkdirSync(join(at, ".."), { recursive: true, mode: 0o700 });
    const aside = `${at}.${process.pid}.tmp`;
    const head = Buffer.from(`${JSON.stringify(manifest)}\n`);
    writeFileSync(aside, Buffer.concat([head, ...texts, image]), { mode: 0o600 });
    renameSync(aside, at);
  } catch {
    // A cache that cannot be written costs a compilation next time, nothing else.
  }
}
