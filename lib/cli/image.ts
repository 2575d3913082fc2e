/** Tells images from sources by their first bytes, whatever the file is called. */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";

const magic = "WOIM";

/** The bytes of an image file; undefined when `path` is no image, or cannot be read. */
export function readImage(path: string): Uint8Array | undefined {
  const head = Buffer.alloc(magic.length);
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    if (readSync(file, head) < magic.length) return undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
  return head.toString("latin1") === magic ? readFileSync(path) : undefined;
}
