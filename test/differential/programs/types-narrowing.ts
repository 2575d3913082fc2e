// Type guards, assertions, unions, satisfies, const assertions: erased, the checks stay
type Shape = { kind: "circle"; r: number } | { kind: "box"; w: number; h: number };
const shapes = [
  { kind: "circle", r: 1 },
  { kind: "box", w: 2, h: 3 },
] as const satisfies readonly Shape[];
const area = (s: Shape): number => (s.kind === "circle" ? 3 * s.r * s.r : s.w * s.h);
console.log(shapes.map(area), (shapes[0] as { r: number }).r);
function assertString(value: unknown, name?: string): asserts value is string {
  if (typeof value !== "string") throw new TypeError(`${name ?? "value"} is ${typeof value}`);
}
function describe(
  value: string | number | boolean | null | undefined | object | (() => unknown),
): string {
  if (value == null) return `${value}`;
  if (typeof value === "string") return `string of ${value.length}`;
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (typeof value === "function") return `calls to ${value()}`;
  if (value instanceof Date2) return `date ${value.day}`;
  if (Array.isArray(value)) return `array of ${value.length}`;
  return typeof value === "boolean" ? `bool ${value}` : `object with ${Object.keys(value)}`;
}
class Date2 {
  declare readonly brand: unique symbol;
  constructor(readonly day: number) {}
}
for (const value of [null, undefined, "abc", 1, 1.5, true, [1, 2], { a: 1 }, () => 7, new Date2(3)])
  console.log(describe(value));
const unknownValue: unknown = "text";
assertString(unknownValue);
console.log(
  unknownValue.length,
  (unknownValue as any as number[]).length,
  (<string>unknownValue)!.length,
);
try {
  assertString(5, "five");
} catch (error) {
  console.log((error as Error).message);
}
function overloaded(x: string): string;
function overloaded(x: number, y?: number): number;
function overloaded(x: any, y: any = 2): any {
  return typeof x === "string" ? x + y : x * y;
}
console.log(overloaded("s"), overloaded(3), overloaded(3, 5));
let definite!: number;
const later = () => definite;
definite = 9;
console.log(later(), definite! + 1, (definite satisfies number) * 2);
const palette = { red: [255, 0, 0], green: "#0f0" } satisfies Record<string, string | number[]>;
console.log(palette.red[0], palette.green.toUpperCase());
declare function notThere(x: number): void;
declare namespace Ambient {
  const value: number;
}
type Ignored = typeof Ambient.value;
export type { Ignored };
const key = "dyn" as const;
const o = { [key]: 1 } as { readonly [K in typeof key]: number };
console.log(o.dyn, (o as Readonly<typeof o>)["dyn"]);
