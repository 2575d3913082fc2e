/** fs.lines: blocks are read and cut natively; this hands the lines out one by one. */
import { linesClose, linesOpen, linesRead } from "wo:intrinsics";

export function fs_lines(path: string): Iterable<string> {
  const file = linesOpen(path);
  let lines: string[] = [];
  let at = 0;
  return {
    next() {
      if (at === lines.length) {
        lines = linesRead(file);
        at = 0;
        if (lines.length === 0) return { value: undefined, done: true };
      }
      return { value: lines[at++], done: false };
    },
    return(value?: unknown) {
      linesClose(file);
      lines = [];
      at = 0;
      return { value, done: true };
    },
    [Symbol.iterator]() {
      return this;
    },
  } as unknown as Iterable<string>;
}
