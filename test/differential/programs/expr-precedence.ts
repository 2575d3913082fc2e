// Operator precedence and associativity
console.log(1 + 2 * 3, (1 + 2) * 3, 2 ** (3 ** 2), (2 ** 3) ** 2, 10 - 4 - 3, 100 / 10 / 2);
console.log(1 + 2 + "3" + 4 + 5, "1" + 2 * 3, "8" / 2 + "1");
console.log((5 & 3) | (8 ^ 2), 5 & (3 | 8), 1 << (2 + 1), (1 << 2) + 1, 16 >> (1 + 1));
console.log(!true || true, !(true || true), !0 + 1, -2 + -3, -(-4), +"3" + +"4");
console.log(1 < 2 === true, 3 > 2 > 1, (1 < 2) + (2 < 3), 1 == 1 && 2 != 3);
console.log(true || (false && false), (true || false) && false, null ?? (0 || "or"));
console.log(typeof 1 + 1, typeof (1 + 1), void 0 ?? "void", !("a" in { a: 1 }), !"a" + "b");
console.log((1, 2, 3), [(1, 2), 3], ((x: number) => x * 2)(4), (() => ({ v: 1 }))().v);
console.log(-(2 ** 2), (-2) ** 2, 2 ** -1, (7 % 3) * 2, (7 * 3) % 2, ~1 + 1, ~(1 + 1));
let a = 1;
const b = a++ + ++a * a--;
console.log(a, b, a-- - --a, a);
let x, y, z;
x = y = z = 4;
x += y -= z *= 2;
console.log(x, y, z);
