// [Z28] a huge array costs nothing until filled; filling it is bounded
const a = new Array(4294967295);
console.log(a.length, a[4294967294]);
try { new Array(4294967296); } catch (e: any) { console.log(e.name, e.message); }
try { "x".repeat(2 ** 30); } catch (e: any) { console.log(e.name, e.message); }
// expect: 4294967295 undefined
// expect: RangeError Invalid array length
// expect: RangeError Invalid string length
