// Comparison of strings
const words = ["", "a", "A", "b", "ab", "aa", "é", "z", "10", "9", "😀", "\uffff"];
for (const a of words) for (const b of words) console.log(a < b, a > b, a <= b, a === b);
console.log([...words].sort().join("|"));
console.log("10" < "9", 10 < 9, "10" < (9 as any), null >= 0, undefined == 0, NaN != NaN);
