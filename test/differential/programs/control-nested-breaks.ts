// break and continue over several levels, with state that shows what ran
function search(grid: number[][], wanted: number) {
  let looked = 0;
  rows: for (let y = 0; y < grid.length; y++) {
    cells: for (let x = 0; x < grid[y].length; x++) {
      looked++;
      if (grid[y][x] < 0) continue rows;
      for (let k = 0; k < 3; k++) {
        if (grid[y][x] === wanted + k) break rows;
        if (grid[y][x] > 50) continue cells;
      }
    }
  }
  return looked;
}
const grid = [
  [1, 2, -1, 4],
  [60, 61, 7],
  [8, 9, 10],
];
console.log(search(grid, 8), search(grid, 100), search(grid, 7));
const primes: number[] = [];
next: for (let n = 2; primes.length < 15; n++) {
  for (const p of primes) {
    if (p * p > n) break;
    if (n % p === 0) continue next;
  }
  primes.push(n);
}
console.log(primes);
block: {
  if (primes.length > 3) break block;
  console.log("skipped");
}
a: b: for (const x of [1, 2, 3]) {
  for (const y of [1, 2, 3]) {
    if (x === y) continue b;
    if (x + y > 4) break a;
    console.log(x, y);
  }
}
let depth = 0;
while (true) {
  depth++;
  while (true) {
    depth++;
    if (depth > 6) break;
  }
  if (depth > 8) break;
}
console.log(depth);
