// [W01] calls nest far beyond the native stack: frames live on the heap
// flags: --frames 20000
function depth(n: number): number { return n === 0 ? 0 : 1 + depth(n - 1); }
console.log(depth(9000));
// expect: 9000
