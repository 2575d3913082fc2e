// strings: every member with its odd arguments and errors
const S = ["", "a", "abc", "abcabc", "  x y ", "ß", "ÿ", "Ωσς ΑΣ", "😀a😀", "\ud800", "a\ud800b", "ABC abc", "i̇İ", "a,b,,c", "\n\t x", "zZ", "é", "日本語", "$&", "aaaa"];
const N = [undefined, 0, 1, 2, 3, -1, -2, 100, -100, NaN, Infinity, -Infinity, 1.5];
const show = (v: any) => typeof v === "string" ? JSON.stringify(v) : Array.isArray(v) ? "[" + v.map((x: any) => JSON.stringify(x)).join(",") + "]" : String(v);
function t(name: string, f: () => any) { let r; try { r = show(f()); } catch (e: any) { r = e.name + ": " + e.message; } console.log(name + " = " + r); }
for (const s of S) {
  const q = JSON.stringify(s);
  t(q + " lower", () => s.toLowerCase()); t(q + " upper", () => s.toUpperCase()); t(q + " trim", () => s.trim() + "|" + s.trimStart() + "|" + s.trimEnd());
  t(q + " wf", () => s.isWellFormed() + s.toWellFormed()); t(q + " spread", () => [...s]); t(q + " str", () => s.toString() + s.valueOf());
  for (const n of N) {
    t(q + " at " + n, () => [s.at(n as any), s.charAt(n as any), s.charCodeAt(n as any), s.codePointAt(n as any)]);
    t(q + " pad " + n, () => n === Infinity ? 0 : s.padStart(n as any, "ab") + "|" + s.padEnd(n as any) + "|" + s.padStart(n as any, ""));
    t(q + " repeat " + n, () => s.repeat(n as any));
    for (const m of N) t(q + " sub " + n + " " + m, () => [s.slice(n as any, m as any), s.substring(n as any, m as any), s.substr(n as any, m as any)]);
  }
  for (const w of ["", "a", "b", "abc", "ca", "😀", ",", "\ud800", "é", "$"]) {
    t(q + " find " + JSON.stringify(w), () => [s.indexOf(w), s.lastIndexOf(w), s.includes(w), s.startsWith(w), s.endsWith(w)]);
    for (const n of N) t(q + " find " + JSON.stringify(w) + " " + n, () => [s.indexOf(w, n as any), s.lastIndexOf(w, n as any), s.includes(w, n as any), s.startsWith(w, n as any), s.endsWith(w, n as any)]);
    t(q + " split " + JSON.stringify(w), () => s.split(w)); t(q + " split2 " + JSON.stringify(w), () => s.split(w, 2));
    t(q + " replace " + JSON.stringify(w), () => s.replace(w, "[$&$$$`$'$1]") + "|" + s.replaceAll(w, "<$&>") + "|" + s.replaceAll(w, (m: string, i: number) => m + i));
    t(q + " concat", () => s.concat(w, 1 as any, null as any));
  }
  for (const o of S) t(q + " cmp " + JSON.stringify(o), () => (s < o) + " " + (s === o));
}
t("split undefined", () => "abc".split(undefined as any)); t("from", () => String.fromCharCode(65, 0x1F600, 66) + String.fromCodePoint(0x1F600, 65));
t("fc", () => String.fromCharCode(65.9, "66" as any)); t("cp", () => String.fromCodePoint(-1)); t("cp", () => String.fromCodePoint(1.5)); t("cp", () => String.fromCodePoint("x" as any));
t("String", () => [String(1), String(null), String(undefined), String(true), String({}), String([1, [2, 3]]), String(Symbol("a")), String(-0), String(1e21), String(() => 1).length > 0]);
t("null", () => String.prototype.trim.call(null as any)); t("num", () => String.prototype.slice.call(12345 as any, 1, 3)); t("obj", () => String.prototype.toUpperCase.call({ toString() { return "obj"; } } as any));
t("tostr", () => String.prototype.toString.call(3 as any)); t("inc", () => ("abc" as any).includes()); t("idx", () => ("undefined" as any).indexOf());
t("big", () => "a".repeat(2 ** 30)); t("big2", () => "abc".padEnd(2 ** 30)); t("it", () => { const i = "ab"[Symbol.iterator](); return [i.next().value, i.next().value, i.next().done]; });
t("lc", () => ["b", "a", "C", "A", "á", "z", "Z", "_", "1", "10", "2", "a b", "ab", ""].sort((x, y) => x.localeCompare(y)));
t("parse", () => [parseInt("42px"), parseInt("0x1f"), parseInt("z", 36), parseInt(""), parseInt("12", 1), parseInt("101", 2), parseInt(" -7.9"), parseFloat("3.14abc"), parseFloat("-.5e3x"), parseFloat("x"), parseFloat("Infinityx"), isNaN("x" as any), isFinite("12" as any), isNaN(undefined as any)]);
t("uri", () => [encodeURIComponent("a b&c/é😀'()"), encodeURI("http://x.y/a b?c=é#h"), decodeURIComponent("%F0%9F%98%80%C3%A9a%20"), decodeURI("%2Fa%20%C3%A9")]);
t("uri2", () => encodeURIComponent("\ud800")); t("uri3", () => decodeURIComponent("%")); t("uri4", () => decodeURIComponent("%C0%80")); t("uri5", () => decodeURIComponent("%E0%A4%A"));
const long = "x,".repeat(50000); t("long", () => [long.split(",").length, long.replaceAll(",", ";").length, long.lastIndexOf("x"), long.indexOf("y")]);
