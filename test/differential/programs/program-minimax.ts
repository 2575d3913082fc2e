// Tic-tac-toe by minimax with memo, and Nim by Grundy numbers
type Player = "X" | "O";
type Board = readonly string[];
const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];
const winner = (board: Board) =>
  lines
    .find(([a, b, c]) => board[a] !== "." && board[a] === board[b] && board[a] === board[c])
    ?.map((i) => board[i])[0];
const other = (p: Player): Player => (p === "X" ? "O" : "X");
const memo = new Map<string, { score: number; move: number }>();
let visited = 0;
function best(board: Board, player: Player): { score: number; move: number } {
  const key = board.join("") + player;
  const known = memo.get(key);
  if (known) return known;
  visited++;
  let result = { score: -Infinity, move: -1 };
  if (winner(board)) result = { score: -10, move: -1 };
  else if (!board.includes(".")) result = { score: 0, move: -1 };
  else {
    board.forEach((cell, move) => {
      if (cell !== ".") return;
      const score = -best(board.with(move, player), other(player)).score;
      const aged = score - Math.sign(score);
      if (aged > result.score) result = { score: aged, move };
    });
  }
  memo.set(key, result);
  return result;
}
let board: Board = Array.from(".........");
let player: Player = "X";
const moves: number[] = [];
while (!winner(board) && board.includes(".")) {
  const { move } = best(board, player);
  moves.push(move);
  board = board.with(move, player);
  player = other(player);
}
console.log(moves.join(" "), winner(board) ?? "draw", visited, memo.size);
for (let row = 0; row < 9; row += 3) console.log(board.slice(row, row + 3).join(" "));
console.log(best([..."XX.OO...."], "X"), best([..."X.O.O...."], "X"), best([..."X...O...X"], "O"));
const grundy = (() => {
  const cache: number[] = [];
  return function g(n: number, takes = [1, 3, 4]): number {
    if (cache[n] !== undefined) return cache[n];
    const reachable = new Set(takes.filter((t) => t <= n).map((t) => g(n - t, takes)));
    let mex = 0;
    while (reachable.has(mex)) mex++;
    return (cache[n] = mex);
  };
})();
console.log(
  Array.from({ length: 20 }, (_, n) => grundy(n)).join(""),
  [3, 4, 5].reduce((x, n) => x ^ n, 0),
);
function nim(piles: number[]) {
  const history: string[] = [];
  for (let turn = 0; piles.some((n) => n > 0); turn++) {
    const sum = piles.reduce((a, b) => a ^ b, 0);
    let pile = piles.findIndex((n) => (n ^ sum) < n);
    let left = piles[pile] ^ sum;
    if (pile < 0) {
      pile = piles.indexOf(Math.max(...piles));
      left = piles[pile] - 1;
    }
    history.push(`${turn % 2 ? "b" : "a"}${pile}:${piles[pile]}>${left}`);
    piles = piles.with(pile, left);
  }
  return history.join(" ");
}
console.log(nim([3, 4, 5]));
console.log(nim([1, 2, 3]));
