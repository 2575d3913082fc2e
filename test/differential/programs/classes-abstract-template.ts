// Abstract classes, polymorphism, protected members, visitor and template methods
abstract class Expr {
  abstract accept<R>(visitor: Visitor<R>): R;
  plus(other: Expr): Expr {
    return new Binary("+", this, other);
  }
  times(other: Expr): Expr {
    return new Binary("*", this, other);
  }
}
interface Visitor<R> {
  num(e: Num): R;
  binary(e: Binary): R;
}
class Num extends Expr {
  constructor(readonly value: number) {
    super();
  }
  accept<R>(v: Visitor<R>) {
    return v.num(this);
  }
}
class Binary extends Expr {
  constructor(
    readonly op: "+" | "*",
    readonly left: Expr,
    readonly right: Expr,
  ) {
    super();
  }
  accept<R>(v: Visitor<R>) {
    return v.binary(this);
  }
}
const evaluate: Visitor<number> = {
  num: (e) => e.value,
  binary: (e) => {
    const [l, r] = [e.left.accept(evaluate), e.right.accept(evaluate)];
    return e.op === "+" ? l + r : l * r;
  },
};
class Printer implements Visitor<string> {
  num(e: Num) {
    return String(e.value);
  }
  binary({ op, left, right }: Binary): string {
    return `(${left.accept(this)} ${op} ${right.accept(this)})`;
  }
}
const e = new Num(2).plus(new Num(3)).times(new Num(4).plus(new Num(1)));
console.log(e.accept(new Printer()), "=", e.accept(evaluate));
abstract class Report {
  render() {
    const body = this.rows().map((row) => this.line(row));
    return [this.title(), ...body, this.footer?.() ?? "(no footer)"].join("\n");
  }
  protected abstract title(): string;
  protected abstract rows(): string[][];
  protected line(row: string[]) {
    return row.join(" | ");
  }
  footer?(): string;
}
class Sales extends Report {
  title() {
    return "Sales";
  }
  rows() {
    return [
      ["a", "1"],
      ["b", "2"],
    ];
  }
}
class Fancy extends Sales {
  line(row: string[]) {
    return `* ${super.line(row)}`;
  }
  footer() {
    return "-".repeat(this.title().length);
  }
}
console.log(new Sales().render());
console.log(new Fancy().render());
