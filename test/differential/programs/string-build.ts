// Strings built piece by piece
let s = "";
for (let i = 0; i < 20000; i++) s += i % 10;
console.log(s.length, s.slice(0, 20), s.slice(-5), s.indexOf("9012"));
let t = "";
for (let i = 0; i < 500; i++) t = String.fromCharCode(97 + (i % 26)) + t;
console.log(t.length, t[0], t[499], t === t.slice(0, 250) + t.slice(250));
let w = "";
for (let i = 0; i < 300; i++) w += i % 3 === 0 ? "é" : i % 3 === 1 ? "€" : "x";
console.log(w.length, w.charCodeAt(0), w.charCodeAt(1), w.charCodeAt(299), w.split("€").length);
const m = new Map<string, number>();
for (const part of [s.slice(0, 3), "0" + "12", "01" + "2"]) m.set(part, (m.get(part) ?? 0) + 1);
console.log(m);
