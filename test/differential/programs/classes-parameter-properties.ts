// TypeScript parameter properties with fields, defaults, readonly and inheritance
class Point {
  readonly length = Math.hypot(this.x, this.y);
  constructor(
    public x: number,
    public y = 0,
    protected readonly tag?: string,
  ) {
    this.x += 0.5;
  }
  describe() {
    return `${this.tag ?? "-"}(${this.x}, ${this.y})`;
  }
}
console.log(new Point(3, 4), new Point(1).describe(), new Point(1, 2, "t").describe());
class Point3 extends Point {
  constructor(
    x: number,
    y: number,
    public z: number = x + y,
    private hidden = { depth: 1 },
  ) {
    super(x, y, "3d");
    hidden.depth++;
    this.z *= 2;
  }
  get depth() {
    return this.hidden.depth;
  }
}
const p = new Point3(1, 2);
console.log(p.describe(), p.z, p.depth, Object.keys(p), "tag" in p);
class Service {
  private calls = 0;
  constructor(
    private readonly name: string,
    private readonly log: (line: string) => void = console.log,
  ) {}
  call(what: string) {
    this.log(`${this.name}#${++this.calls}: ${what}`);
  }
}
const lines: string[] = [];
const quiet = new Service("quiet", (line) => lines.push(line));
quiet.call("a");
quiet.call("b");
new Service("loud").call("c");
console.log(lines);
class Optional {
  constructor(
    public a?: number,
    public b: number | null = null,
  ) {}
}
console.log(new Optional(), new Optional(1, 2), JSON.stringify(new Optional()));
