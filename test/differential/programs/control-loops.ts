// Loops of every kind
let out = "";
for (let i = 0, j = 10; i < j; i += 3, j--) out += `${i},${j} `;
let k = 0;
while (true) {
  if (k++ > 5) break;
  if (k % 2) continue;
  out += k;
}
do {
  out += "d";
} while (k-- > 6);
outer: for (let i = 0; i < 4; i++) {
  for (let j = 0; j < 4; j++) {
    if (j === 2) continue outer;
    if (i === 3) break outer;
    out += `(${i}${j})`;
  }
}
block: {
  out += "x";
  if (out) break block;
  out += "never";
}
console.log(out);
for (const key in { a: 1, b: 2, 3: "n", 1: "m" }) console.log(key);
for (const i in [7, 8]) console.log(i, typeof i);
for (const c in "ab" as any) console.log(c);
for (const k in null as any) console.log(k);
const obj: any = Object.create({ inherited: 1 });
obj.own = 2;
for (const k in obj) console.log(k);
for (;;) {
  break;
}
let n = 3;
for (; n--; );
console.log(n);
