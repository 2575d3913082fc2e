// String and mixed enums, used as keys, parameters and values
enum Color {
  Red = "red",
  Green = "green",
  Dark = `dark-${"x"}`,
}
enum Mixed {
  No = 0,
  Yes = "YES",
  Also = 7,
  Next,
}
console.log(Color.Red, Color["Green"], Color.Dark, Object.entries(Color), (Color as any).red);
console.log(Mixed, Mixed[7], Mixed.Next, Object.keys(Mixed));
const hex: Record<Color, string> = {
  [Color.Red]: "#f00",
  [Color.Green]: "#0f0",
  [Color.Dark]: "#000",
};
for (const color of Object.values(Color)) console.log(color, hex[color], color.toUpperCase());
const parse = (text: string): Color | undefined => Object.values(Color).find((c) => c === text);
console.log(
  parse("green"),
  parse("Green"),
  `${Color.Red}/${Mixed.Also}`,
  Color.Red.length,
  JSON.stringify({ c: Color.Green, m: Mixed.No }),
);
class Light {
  state = Color.Red;
  next() {
    this.state = this.state === Color.Red ? Color.Green : Color.Red;
    return this;
  }
}
console.log(new Light().next().state, new Light().next().next().state === Color.Red);
{
  enum Local {
    A = "a",
    B = A,
  }
  console.log(Local.B, Object.keys(Local));
}
function inner() {
  enum Step {
    One = 1,
    Two,
  }
  return Step[Step.Two] + Step.One;
}
console.log(inner());
enum Merged {
  A,
}
enum Merged {
  B = 1,
}
console.log(Merged.A, Merged.B, Merged[1]);
