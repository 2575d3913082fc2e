/**
 * What the core does to bytes for the libraries of this package: natives of builtins.def under the
 * owner LIBRARY. The compiler resolves an import from "wo:library" in a library's module to the table
 * entry "library.<name>".
 */
declare module "wo:library" {
  /**
   * Scans a head in bytes start..end, of which start..fresh were there at the last scan already.
   * Kinds: 0 request, 1 response, 2 trailers. Answers where the head ends, 0 when it is not all
   * there, or minus the status to refuse it with. `out` is [method | status, target | reason, flags
   * (as in wire.ts), length or -1, how far behind `start` the fields begin].
   */
  export function scanHead(
    kind: number,
    bytes: Uint8Array,
    start: number,
    fresh: number,
    end: number,
    lineMax: number,
    bytesMax: number,
    countMax: number,
    out: unknown[],
  ): number;
  /** The line before a chunk: where it ends, 0 when it is not all there, -400; out[0] is the size. */
  export function scanChunk(bytes: Uint8Array, start: number, end: number, out: unknown[]): number;
  /** The value of a field in a head's lines, several joined; null when there is none. */
  export function fieldValue(
    bytes: Uint8Array,
    from: number,
    to: number,
    name: string,
  ): string | null;
  /** [name, value, name, value, ...], names in lower case. */
  export function fieldList(bytes: Uint8Array, from: number, to: number): string[];
  /** In lower case; undefined where no field may have the name. */
  export function fieldName(name: string): string | undefined;
  /** Without blanks at its ends; undefined where no field may have the value. */
  export function fieldText(value: string): string | undefined;
  /** Which fields are there that this library deals with: the bits in headers.ts. */
  export function fieldBits(list: string[]): number;
  /**
   * A head at `at`: parts in Latin-1, a list of fields, an empty line. Answers where it ends, -1 when
   * there is no room for it.
   */
  export function putHead(
    to: Uint8Array,
    at: number,
    list: string[],
    ...parts: (string | number)[]
  ): number;
  /** Parts at `at`, one behind the other: answers where they end, -1 when there is no room for all. */
  export function putLatin1(
    to: Uint8Array,
    at: number,
    ...parts: (string | number | Uint8Array)[]
  ): number;
  /** The same, strings in UTF-8. */
  export function putText(
    to: Uint8Array,
    at: number,
    ...parts: (string | number | Uint8Array)[]
  ): number;
  export function utf8Length(text: string): number;
  /** What is no UTF-8 becomes U+FFFD. */
  export function utf8Text(bytes: Uint8Array, from: number, to: number): string;
  /** A time as the Date field has it. */
  export function dateText(ms: number): string;
}
