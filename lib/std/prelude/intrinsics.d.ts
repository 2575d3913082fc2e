/**
 * What only the prelude can import: natives of builtins.def under the owner INTRINSIC. The compiler
 * resolves an import from "wo:intrinsics" to the table entry "intrinsic.<name>".
 */
declare module "wo:intrinsics" {
  /** Throws the TypeError `... is not a function`. */
  export function failNotCallable(value: unknown): never;
  /** The value as error messages show it: #<Point>, [object Array], Symbol(x). */
  export function describe(value: unknown): string;
  /** Throws the TypeError `... is not iterable (cannot read property Symbol(Symbol.iterator))`. */
  export function failNotIterable(value: unknown): never;
  /** Throws the TypeError `Iterator value ... is not an entry object`. */
  export function failNotEntry(value: unknown): never;
  /** Ascending, in place. */
  export function sortBytes(bytes: Uint8Array): void;
  /** The function that asks is already working on this very array or object further out. */
  export function isJoining(self: unknown): boolean;
  /** Strings the elements sort by; undefined when one of them needs code to run for its string. */
  export function sortKeys(values: unknown[]): string[] | undefined;
  /** Stable; both dense and of one length. Sorts `values` only. */
  export function sortByKeys(values: unknown[], keys: string[]): void;

  /** object, array, function, class, error, map, set, bytes, iterator, boxed, channel; or typeof. */
  export function inspectKind(value: unknown): string;
  /** Own enumerable keys (all with `hidden`), strings first; no indices of arrays, bytes, strings. */
  export function inspectKeys(value: object, hidden: boolean): (string | symbol)[];
  /** 0 absent, 1 data, 2 getter, 3 setter, 4 both, 5 neither; 8 more when not enumerable. */
  export function inspectOwn(value: object, key: string | symbol): number;
  /** Name of the constructor; null without prototypes; undefined where none has a constructor. */
  export function inspectClass(value: object): string | null | undefined;
  /** The primitive in a wrapper object. */
  export function inspectBoxed(value: object): unknown;
  /** Entries of a Map or Set. */
  export function inspectSize(value: object): number;
  /** "Map" or "Set" ("" for another iterator), what is left in it, whether that is pairs, flat. */
  export function inspectIterator(value: object): [type: string, left: unknown[], pairs: boolean];
  /** In the quotes Node chooses, escaped. */
  export function inspectQuote(text: string): string;
  /** Columns on a terminal. */
  export function inspectWidth(text: string): number;
  /** Prints as a bare key. */
  export function inspectIsIdentifier(text: string): boolean;
  /** To standard error, with a line end. */
  export function writeError(line: string): void;

  /** As select; undefined once every watched receive channel has ended. */
  export function selectRound(arms: object): unknown;

  /** A file hold for the next two. */
  export function linesOpen(path: string): unknown;
  /** The lines of the next block; empty at the end, where the file of fs.lines is closed. `open`: one that was released is an error. */
  export function linesRead(file: unknown, open?: boolean): string[];
  export function linesClose(file: unknown): void;

  export function procRun(
    file: string,
    args: string[],
    input: unknown,
    cwd: string | undefined,
    env: string[] | undefined,
    timeout: number | undefined,
  ): unknown;

  /** The next line without its end; undefined after the last. */
  export function connLine(conn: unknown): string | undefined;
  /** The next connection; undefined once the listener is closed. */
  export function listenerNext(listener: unknown): unknown;
}
