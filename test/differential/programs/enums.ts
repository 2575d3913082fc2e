// Enums: numeric, string, mixed, const
enum Color {
  Red,
  Green = 5,
  Blue,
}
enum Str {
  A = "a",
  B = "b",
}
enum Mixed {
  X = 1 << 2,
  Y = X | 1,
  Z = "z".length,
  W = Y * 2,
}
const enum Ce {
  One = 1,
  Two,
}
console.log(
  Color.Red,
  Color.Green,
  Color.Blue,
  Color[5],
  Color["Blue"],
  Color,
  Str.A,
  Str,
  Mixed.Y,
  Mixed.Z,
  Mixed.W,
  Ce.Two,
);
function name(c: Color): string {
  switch (c) {
    case Color.Red:
      return "r";
    case Color.Green:
      return "g";
    default:
      return "other";
  }
}
console.log(name(Color.Green), name(Color.Blue), Object.keys(Color), Object.values(Str));
enum Color2 {
  A = Color.Blue,
  B,
}
console.log(Color2.B);
console.log(typeof Color, Color[99]);
