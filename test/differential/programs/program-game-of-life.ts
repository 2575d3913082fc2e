// Conway's game of life on a torus, on an endless plane, and detection of cycles
const parse = (text: string) => text.split("\n").map((row) => [...row].map((c) => c === "#"));
const show = (grid: boolean[][]) =>
  grid.map((row) => row.map((alive) => (alive ? "#" : ".")).join("")).join("\n");
function step(grid: boolean[][]) {
  const h = grid.length;
  const w = grid[0].length;
  return grid.map((row, y) =>
    row.map((alive, x) => {
      let n = 0;
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++)
          if ((dx || dy) && grid[(y + dy + h) % h][(x + dx + w) % w]) n++;
      return n === 3 || (alive && n === 2);
    }),
  );
}
let glider = parse(".#......\n..#.....\n###.....\n........\n........\n........");
for (let i = 0; i < 4; i++) glider = step(glider);
console.log(show(glider));
for (let i = 0; i < 44; i++) glider = step(glider);
console.log(show(glider));
type Cells = Set<string>;
function evolve(cells: Cells): Cells {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const [x, y] = cell.split(",").map(Number);
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if (dx === 0 && dy === 0) continue;
        const key = `${x + dx},${y + dy}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return new Set(
    [...counts].filter(([key, n]) => n === 3 || (n === 2 && cells.has(key))).map(([key]) => key),
  );
}
let pentomino: Cells = new Set(["1,0", "2,0", "0,1", "1,1", "1,2"]);
const sizes: number[] = [];
for (let i = 0; i < 40; i++) {
  sizes.push(pentomino.size);
  pentomino = evolve(pentomino);
}
console.log(sizes.join(" "));
function period(cells: Cells, limit = 20) {
  const seen = new Map<string, number>();
  for (let i = 0; i < limit; i++) {
    const key = [...cells].sort().join(" ");
    if (seen.has(key)) return i - seen.get(key)!;
    seen.set(key, i);
    cells = evolve(cells);
  }
  return undefined;
}
const shapes: Record<string, string[]> = {
  block: ["0,0", "1,0", "0,1", "1,1"],
  blinker: ["0,0", "1,0", "2,0"],
  toad: ["1,0", "2,0", "3,0", "0,1", "1,1", "2,1"],
  dying: ["0,0"],
  glider: ["1,0", "2,1", "0,2", "1,2", "2,2"],
};
for (const [name, cells] of Object.entries(shapes)) console.log(name, period(new Set(cells)));
