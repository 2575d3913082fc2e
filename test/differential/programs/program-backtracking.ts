// Backtracking searches: sudoku, queens, permutations, subset sums, knight's tour
function sudoku(text: string) {
  const cells = [...text].map(Number);
  let tried = 0;
  const fits = (at: number, n: number) => {
    const [row, column] = [Math.floor(at / 9), at % 9];
    const box = Math.floor(row / 3) * 27 + Math.floor(column / 3) * 3;
    for (let i = 0; i < 9; i++) {
      if (
        cells[row * 9 + i] === n ||
        cells[i * 9 + column] === n ||
        cells[box + Math.floor(i / 3) * 9 + (i % 3)] === n
      )
        return false;
    }
    return true;
  };
  const options = (at: number) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => fits(at, n));
  const solve = (): boolean => {
    let best = -1;
    let choices: number[] = [];
    for (let at = 0; at < 81; at++) {
      if (cells[at] !== 0) continue;
      const found = options(at);
      if (best < 0 || found.length < choices.length) [best, choices] = [at, found];
      if (choices.length === 0) break;
    }
    if (best < 0) return true;
    for (const n of choices) {
      tried++;
      cells[best] = n;
      if (solve()) return true;
    }
    cells[best] = 0;
    return false;
  };
  return solve() ? `${cells.join("")} ${tried}` : "no solution";
}
console.log(
  sudoku("530070000600195000098000060800060003400803001700020006060000280000419005000080079"),
);
console.log(sudoku("123456780000000009" + "0".repeat(63)));
function queens(n: number) {
  const solutions: number[][] = [];
  const place = (columns: number[]) => {
    if (columns.length === n) solutions.push(columns);
    else
      for (let c = 0; c < n; c++)
        if (columns.every((q, r) => q !== c && Math.abs(q - c) !== columns.length - r))
          place([...columns, c]);
  };
  place([]);
  return solutions;
}
console.log(
  [1, 2, 3, 4, 5, 6].map((n) => queens(n).length),
  queens(6)[0],
);
console.log(
  queens(5)[0]
    .map((c) => ".".repeat(c) + "Q" + ".".repeat(4 - c))
    .join("\n"),
);
const permutations = <T>(list: T[]): T[][] =>
  list.length < 2
    ? [list]
    : list.flatMap((x, i) =>
        permutations([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [x, ...rest]),
      );
console.log(
  permutations([1, 2, 3])
    .map((p) => p.join(""))
    .join(),
  permutations([..."abcd"]).length,
  new Set(permutations([1, 1, 2]).map(String)).size,
);
function subsets(list: number[], target: number, from = 0, chosen: number[] = []): number[][] {
  if (target === 0) return [chosen];
  const found: number[][] = [];
  for (let i = from; i < list.length && list[i] <= target; i++) {
    if (i > from && list[i] === list[i - 1]) continue;
    found.push(...subsets(list, target - list[i], i + 1, [...chosen, list[i]]));
  }
  return found;
}
console.log(subsets([1, 1, 2, 5, 6, 7, 10], 8), subsets([3, 5], 4));
function tour(size: number) {
  const board = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const moves = [
    [1, 2],
    [2, 1],
    [2, -1],
    [1, -2],
    [-1, -2],
    [-2, -1],
    [-2, 1],
    [-1, 2],
  ];
  const free = (x: number, y: number) =>
    moves.map(([dx, dy]) => [x + dx, y + dy]).filter(([a, b]) => board[b]?.[a] === 0);
  let [x, y] = [0, 0];
  for (let step = 1; ; step++) {
    board[y][x] = step;
    const next = free(x, y)
      .map(([a, b]) => ({ a, b, exits: free(a, b).length }))
      .sort((p, q) => p.exits - q.exits)[0];
    if (!next) return { step, board };
    [x, y] = [next.a, next.b];
  }
}
const { step, board } = tour(6);
console.log(step, board.map((row) => row.map((n) => String(n).padStart(2)).join(" ")).join("\n"));
