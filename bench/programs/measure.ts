// What the programs that print "VALUE UNIT" lines measure with.
import { fs, time } from "wo-fiber/std";

export function emit(value: number, unit: string): void {
  console.log(value.toFixed(3), unit);
}

/** Nanoseconds of each of `ops` since `start`. */
export function perOp(start: number, ops: number): number {
  return ((time.monotonic() - start) * 1e6) / ops;
}

/** Resident bytes of the process. */
export function rss(): number {
  return Number(fs.readText("/proc/self/statm").split(" ")[1]) * 4096;
}
