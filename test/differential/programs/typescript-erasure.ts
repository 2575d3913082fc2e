// Types of every form are erased
type Id<T> = T extends string ? `id-${T}` : never;
interface A {
  readonly x: number;
  m?(): void;
}
abstract class Shape {
  abstract area(): number;
  protected constructor(
    public readonly name: string,
    private size = 2,
  ) {}
  describe(): string {
    return `${this.name} ${this.area()} ${this.size}`;
  }
}
class Sq extends Shape implements A {
  x!: number;
  declare y: string;
  constructor(
    private side: number,
    protected z?: string,
  ) {
    super("sq", 5);
    this.x = side;
  }
  area(): number {
    return this.side ** 2;
  }
}
function over(a: string): string;
function over(a: number): number;
function over(a: any): any {
  return a;
}
const v = over(5) as unknown as number;
const w = <number>(<any>v);
const sat = { a: 1 } satisfies Record<string, number>;
let nn: string | undefined = "x";
console.log(nn!.length, v, w, sat, new Sq(3).describe(), new Sq(2));
declare const nothing: number;
declare function ext(): void;
function isStr(x: unknown): x is string {
  return typeof x === "string";
}
function thisParam(this: { q: number }, a: number) {
  return this.q + a;
}
console.log(
  isStr("a"),
  thisParam.call({ q: 1 }, 2),
  ((x?: number, ...r: string[]): x is number => true)(1),
);
const generic = <T>(x: T): T => x;
console.log(generic<string>("g"), new Map<string, Array<number>>().size);
let tuple: [a: string, b?: number] = ["t"];
console.log(tuple);
export type { Id };
export {};
function assertIt(c: unknown): asserts c {}
assertIt(1);
enum E {
  A,
}
const e: E.A = E.A;
console.log(e);
class Gen<in out T> {
  constructor(public v: T) {}
  static #p: number = 1;
  accessorLike?: string;
}
console.log(new Gen(1));
const x = { y: 1 } as const;
console.log(x.y);
