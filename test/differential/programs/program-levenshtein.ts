// Edit distance with the script of edits, longest common subsequence, line diff, similarity
function edits(a: string, b: string) {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      d[i][j] = Math.min(
        d[i - 1][j] + 1,
        d[i][j - 1] + 1,
        d[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1]),
      );
    }
  }
  const script: string[] = [];
  for (let i = a.length, j = b.length; i > 0 || j > 0; ) {
    if (i > 0 && j > 0 && d[i][j] === d[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1])) {
      script.unshift(a[i - 1] === b[j - 1] ? a[i - 1] : `${a[i - 1]}>${b[j - 1]}`);
      i--;
      j--;
    } else if (i > 0 && d[i][j] === d[i - 1][j] + 1) script.unshift(`-${a[--i]}`);
    else script.unshift(`+${b[--j]}`);
  }
  return `${d[a.length][b.length]} ${script.join(" ")}`;
}
for (const [a, b] of [
  ["kitten", "sitting"],
  ["", "abc"],
  ["abc", ""],
  ["flaw", "lawn"],
  ["same", "same"],
  ["Saturday", "Sunday"],
])
  console.log(a, b, edits(a, b));
function lcs<T>(a: readonly T[], b: readonly T[]): T[] {
  const n: number[][] = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      n[i][j] = a[i] === b[j] ? 1 + n[i + 1][j + 1] : Math.max(n[i + 1][j], n[i][j + 1]);
  const out: T[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      out.push(a[i++]);
      j++;
    } else if (n[i + 1][j] >= n[i][j + 1]) i++;
    else j++;
  }
  return out;
}
console.log(lcs([..."AGGTAB"], [..."GXTXAYB"]).join(""), lcs([1, 2, 3], [4]), lcs([], [1]));
function diff(before: string, after: string) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const common = lcs(a, b);
  const out: string[] = [];
  let [i, j] = [0, 0];
  for (const line of [...common, undefined]) {
    while (i < a.length && a[i] !== line) out.push(`- ${a[i++]}`);
    while (j < b.length && b[j] !== line) out.push(`+ ${b[j++]}`);
    if (line !== undefined) {
      out.push(`  ${line}`);
      i++;
      j++;
    }
  }
  return out.join("\n");
}
console.log(diff("one\ntwo\nthree\nfour", "zero\none\nthree\n3.5\nfour"));
const pairs = (s: string) =>
  new Set(Array.from({ length: Math.max(0, s.length - 1) }, (_, i) => s.slice(i, i + 2)));
const dice = (a: string, b: string) => {
  const [x, y] = [pairs(a), pairs(b)];
  return (2 * [...x].filter((p) => y.has(p)).length) / (x.size + y.size || 1);
};
const dictionary = ["banana", "bandana", "cabana", "havana", "bananas"];
console.log(
  dictionary.map((w) => [w, dice("banana", w).toFixed(3)].join(":")),
  [..."night"].filter((c) => "nacht".includes(c)).join(""),
);
