// Numeric enums: automatic values, reverse mapping, constant expressions, flags
enum Level {
  Low,
  Middle = 5,
  High,
  Negative = -2,
  After,
}
console.log(
  Level.Low,
  Level.Middle,
  Level.High,
  Level[6],
  Level[-2],
  Level.After,
  Level[0],
  (Level as any)[99],
);
console.log(Object.keys(Level), Object.values(Level).length, Level);
enum Perm {
  None = 0,
  Read = 1 << 0,
  Write = 1 << 1,
  Run = 1 << 2,
  All = Read | Write | Run,
  NotRun = All & ~Run,
  Big = 2 ** 31,
  Half = 1 / 2,
}
let p = Perm.Read | Perm.Run;
console.log(
  p,
  (p & Perm.Write) !== 0,
  (p |= Perm.Write) === Perm.All,
  (p &= ~Perm.Read),
  Perm[3],
  Perm.Big,
  Perm.Half,
);
const names = (mask: number) =>
  [Perm.Read, Perm.Write, Perm.Run].filter((f) => mask & f).map((f) => Perm[f]);
console.log(names(Perm.NotRun), names(Perm.All), names(0));
function describe(level: Level): string {
  switch (level) {
    case Level.Low:
      return "low";
    case Level.High:
      return "high";
    default:
      return `level ${Level[level]}`;
  }
}
console.log([Level.Low, Level.High, Level.Middle].map(describe));
const enum Direction {
  Up = 2,
  Down = Up * 10,
}
console.log(Direction.Up, Direction.Down);
for (const key in Level) if (isNaN(Number(key))) console.log(key, Level[key as keyof typeof Level]);
console.log(typeof Level, Level.Low in { 0: "x" }, { [Level.High]: "computed" });
