/** Lines of files: blocks are read and cut natively; this hands the lines out one by one. */
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

type Any = any;

/** Of a File: it stays open behind the last line. */
export function file_iterator(this: Any): Any {
  const file = this;
  return {
    next() {
      const line = linesRead(file, true);
      return { value: line[0], done: line.length === 0 };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}
