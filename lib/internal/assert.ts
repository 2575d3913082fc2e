/** Checks at the door: each names the option and says what was expected. */
import { inspect } from "node:util";
import { ArgumentError } from "../errors.ts";

const units: Record<string, number> = { "": 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

export function refuse(what: string, expected: string, given: unknown): never {
  throw new ArgumentError(`${what} must be ${expected}, not ${inspect(given, { depth: 0 })}`);
}

export function checkInteger(what: string, value: unknown, min: number, max: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max)
    refuse(what, `an integer from ${min} to ${max}`, value);
  return value;
}

/** Bytes of a number or a text such as "64MB". */
export function checkSize(what: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  const match = typeof value === "string" ? /^(\d+(?:\.\d+)?)\s*([kmg]?b?)$/i.exec(value) : null;
  const unit = match?.[2]?.toLowerCase() ?? "";
  const scale = units[unit] ?? units[`${unit}b`];
  if (match === null || scale === undefined || Number(match[1]) <= 0)
    refuse(what, 'a positive number of bytes or a text such as "64MB"', value);
  return Math.floor(Number(match[1]) * scale);
}

export function checkObject(what: string, value: unknown): object {
  if (typeof value !== "object" || value === null) refuse(what, "an object", value);
  return value;
}

/** Refuses option names that do not exist, so that a typing mistake is not silently ignored. */
export function checkNames(what: string, value: object, known: readonly string[]): void {
  for (const name of Object.keys(value))
    if (!known.includes(name))
      throw new ArgumentError(`${what} has no option "${name}"; known are ${known.join(", ")}`);
}
