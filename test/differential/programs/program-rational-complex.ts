// Number classes: exact fractions, complex numbers, polynomials, units
const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));
class Fraction {
  readonly n: number;
  readonly d: number;
  constructor(n: number, d = 1) {
    if (d === 0) throw new RangeError("division by zero");
    const g = gcd(n, d) * Math.sign(d);
    this.n = n / g;
    this.d = d / g;
  }
  static from(text: string) {
    const [n, d = "1"] = text.split("/");
    return new Fraction(Number(n), Number(d));
  }
  plus(o: Fraction) {
    return new Fraction(this.n * o.d + o.n * this.d, this.d * o.d);
  }
  times(o: Fraction) {
    return new Fraction(this.n * o.n, this.d * o.d);
  }
  over(o: Fraction) {
    return new Fraction(this.n * o.d, this.d * o.n);
  }
  valueOf() {
    return this.n / this.d;
  }
  toString() {
    return this.d === 1 ? `${this.n}` : `${this.n}/${this.d}`;
  }
}
const f = Fraction.from;
console.log(
  `${f("1/2").plus(f("1/3"))} ${f("2/4")} ${f("3/-6")} ${f("7").over(f("14"))}`,
  +f("1/8"),
  (f("1/3") as any) < (f("1/2") as any),
);
console.log(
  Array.from({ length: 10 }, (_, i) => new Fraction(1, i + 1))
    .reduce((a, b) => a.plus(b))
    .toString(),
);
try {
  f("1/2").over(new Fraction(0));
} catch (error: any) {
  console.log(error.name, error.message);
}
const egyptian = (x: Fraction): string[] => {
  if (x.n === 0) return [];
  const d = Math.ceil(x.d / x.n);
  return [`1/${d}`, ...egyptian(x.plus(new Fraction(-1, d)))];
};
console.log(egyptian(f("7/15")), egyptian(f("5/6")));
class Complex {
  constructor(
    readonly re: number,
    readonly im = 0,
  ) {}
  plus(o: Complex) {
    return new Complex(this.re + o.re, this.im + o.im);
  }
  times(o: Complex) {
    return new Complex(this.re * o.re - this.im * o.im, this.re * o.im + this.im * o.re);
  }
  get abs() {
    return Math.hypot(this.re, this.im);
  }
  toString() {
    return `${+this.re.toFixed(6)}${this.im < 0 ? "-" : "+"}${+Math.abs(this.im).toFixed(6)}i`;
  }
}
const i = new Complex(0, 1);
console.log(`${i.times(i)} ${new Complex(1, 2).times(new Complex(3, -1))}`, new Complex(3, 4).abs);
let art = "";
for (let y = 1.2; y >= -1.2; y -= 0.3) {
  for (let x = -2; x <= 0.6; x += 0.1) {
    let z = new Complex(0);
    let n = 0;
    while (n < 20 && z.abs < 2) {
      z = z.times(z).plus(new Complex(x, y));
      n++;
    }
    art += " .:-=+*#%@"[Math.floor(n / 2.1)];
  }
  art += "\n";
}
console.log(art.trimEnd());
class Polynomial {
  constructor(readonly c: readonly number[]) {}
  at(x: number) {
    return this.c.reduceRight((sum, c) => sum * x + c, 0);
  }
  times(o: Polynomial) {
    const out = new Array<number>(this.c.length + o.c.length - 1).fill(0);
    this.c.forEach((a, p) => o.c.forEach((b, q) => (out[p + q] += a * b)));
    return new Polynomial(out);
  }
  derivative() {
    return new Polynomial(this.c.slice(1).map((c, p) => c * (p + 1)));
  }
  root(x: number) {
    const d = this.derivative();
    for (let n = 0; n < 50 && this.at(x) !== 0; n++) x -= this.at(x) / d.at(x);
    return x;
  }
  toString() {
    return this.c
      .map((c, p) =>
        c === 0
          ? ""
          : `${c < 0 ? "- " : "+ "}${Math.abs(c) === 1 && p > 0 ? "" : Math.abs(c)}${p > 1 ? `x^${p}` : p ? "x" : ""}`,
      )
      .filter(Boolean)
      .reverse()
      .join(" ");
  }
}
const p = new Polynomial([-2, 0, 1]);
console.log(`${p}; ${p.times(p)}; ${p.times(p).derivative()}`, p.root(1), p.at(3));
