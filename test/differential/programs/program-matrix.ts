// Matrix operations: product, determinant, inverse, power, LU with pivoting, printing
class Matrix {
  constructor(readonly rows: number[][]) {}
  static identity(n: number) {
    return new Matrix(
      Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => Number(i === j))),
    );
  }
  get size(): [number, number] {
    return [this.rows.length, this.rows[0].length];
  }
  times(other: Matrix) {
    const [, inner] = this.size;
    if (inner !== other.size[0])
      throw new RangeError(`cannot multiply ${this.size.join("x")} by ${other.size.join("x")}`);
    return new Matrix(
      this.rows.map((row) =>
        other.rows[0].map((_, j) => row.reduce((sum, v, k) => sum + v * other.rows[k][j], 0)),
      ),
    );
  }
  transpose() {
    return new Matrix(this.rows[0].map((_, j) => this.rows.map((row) => row[j])));
  }
  power(n: number): Matrix {
    if (n === 0) return Matrix.identity(this.size[0]);
    const half = this.power(n >> 1);
    const square = half.times(half);
    return n & 1 ? square.times(this) : square;
  }
  determinant() {
    const a = this.rows.map((row) => [...row]);
    let det = 1;
    for (let i = 0; i < a.length; i++) {
      let pivot = i;
      for (let r = i + 1; r < a.length; r++)
        if (Math.abs(a[r][i]) > Math.abs(a[pivot][i])) pivot = r;
      if (a[pivot][i] === 0) return 0;
      if (pivot !== i) {
        [a[i], a[pivot]] = [a[pivot], a[i]];
        det = -det;
      }
      det *= a[i][i];
      for (let r = i + 1; r < a.length; r++) {
        const factor = a[r][i] / a[i][i];
        for (let c = i; c < a.length; c++) a[r][c] -= factor * a[i][c];
      }
    }
    return det;
  }
  inverse() {
    const n = this.rows.length;
    const a = this.rows.map((row, i) => [...row, ...Matrix.identity(n).rows[i]]);
    for (let i = 0; i < n; i++) {
      const pivot = a.findIndex((row, r) => r >= i && row[i] !== 0);
      if (pivot < 0) throw new Error("singular");
      [a[i], a[pivot]] = [a[pivot], a[i]];
      a[i] = a[i].map((v) => v / a[i][i]);
      a.forEach((row, r) => {
        if (r !== i) a[r] = row.map((v, c) => v - row[i] * a[i][c]);
      });
    }
    return new Matrix(a.map((row) => row.slice(n)));
  }
  toString() {
    return this.rows
      .map((row) =>
        row.map((v) => (Math.round(v * 1000) / 1000 || 0).toString().padStart(8)).join(""),
      )
      .join("\n");
  }
}
const m = new Matrix([
  [2, 1, -1],
  [-3, -1, 2],
  [-2, 1, 2],
]);
console.log(`${m.times(m)}`);
console.log(
  m.determinant(),
  new Matrix([
    [1, 2],
    [2, 4],
  ]).determinant(),
);
console.log(`${m.inverse()}`);
console.log(`${m.times(m.inverse())}`);
console.log(
  new Matrix([
    [1, 1],
    [1, 0],
  ]).power(30).rows,
  m.transpose().rows,
  new Matrix([[1, 2, 3]]).times(new Matrix([[4], [5], [6]])).rows,
);
for (const f of [
  () => m.times(new Matrix([[1]])),
  () =>
    new Matrix([
      [1, 1],
      [1, 1],
    ]).inverse(),
]) {
  try {
    f();
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
