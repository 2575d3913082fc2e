// Appending, from one string in several ways, looked into meanwhile
let text = "";
for (let i = 0; i < 3000; i++) {
  text += i;
  text += ",";
  if (i % 500 === 0) console.log(text.length, text.charCodeAt(text.length - 2), text.slice(-12));
}
let hash = 0;
for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
console.log(text.length, hash);

// Two that go on from the same text do not see each other.
let base = "";
for (let i = 0; i < 200; i++) base += "part " + i + ";";
let left = base + "left";
let right = base + "right";
for (let i = 0; i < 50; i++) {
  left += "L" + i;
  right += `R${i}`;
  base += "B";
}
console.log(left.length, right.length, base.length);
console.log(left.slice(-20), right.slice(-20), base.slice(-60));
console.log(left.startsWith(base.slice(0, 1500)), right.indexOf("right"), left.indexOf("right"));
const versions: string[] = [];
let grown = "start";
for (let i = 0; i < 400; i++) {
  grown += "-" + (i % 10);
  if (i % 40 === 0) versions.push(grown);
}
for (const v of versions) console.log(v.length, v.slice(-6), grown.startsWith(v), v === grown.slice(0, v.length));

// Wide text arriving late, and units of a pair one by one.
let mixed = "";
for (let i = 0; i < 300; i++) mixed += i === 200 ? "\u20ac" : i === 250 ? "\u{1F600}" : "x" + (i % 7);
console.log(mixed.length, mixed.indexOf("\u20ac"), mixed.codePointAt(mixed.indexOf("\u{1F600}")), mixed.slice(395, 405));
let pairs = "";
for (let i = 0; i < 100; i++) {
  pairs += "\ud83d";
  pairs += "\ude00";
}
console.log(pairs.length, [...pairs].length, pairs.codePointAt(198));
console.log((mixed + "!").slice(0, 30), "x" + mixed === `x${mixed}`, mixed.replaceAll("\u20ac", "E").length);

// What was there before the first wide unit stays what it was, and may go on in another way.
let narrow = "";
for (let i = 0; i < 60; i++) narrow += "ab" + (i % 10);
const wider = narrow + "\u2603snow";
console.log(narrow, wider.slice(170), (narrow + "more of what is narrow").slice(170));
for (const end of ["\u2603", "z"]) {
  let a = narrow;
  let b = narrow;
  for (let i = 0; i < 40; i++) {
    a += "a" + i;
    b += i === 20 ? end : "b" + i;
    if (i % 8 === 0) console.log(a.length, b.length, a.slice(-4), b.slice(-4), b.lastIndexOf(end));
  }
}
console.log(narrow.length, narrow.charCodeAt(100), narrow === wider.slice(0, narrow.length));

// Both ends, numbers of every sort, and what is no string.
let both = "";
for (let i = 0; i < 300; i++) both = "(" + both + ")";
console.log(both.length, both.slice(295, 305));
let sorts = "";
for (const v of [0, -0, 1, -1, 2147483647, -2147483648, 1.5, 1e21, NaN, Infinity, true, null, undefined]) {
  sorts += v;
  sorts = v + sorts;
  sorts += `<${v}|${v}>`;
}
console.log(sorts);
console.log(`${1}${2}`, `${-0}`, `${"a"}${1}${2.5}${"\u20ac"}${[1, 2]}`, 1 + "", "" + 1, "" + "", 5 + "\u20ac");
const order: string[] = [];
const speak = (name: string) => ({
  toString() {
    order.push(name);
    return name;
  },
});
console.log(`${speak("a")}${1}${speak("b")}${speak("c")}`, order);
try {
  console.log(`${Symbol("s") as any}`);
} catch (e) {
  console.log((e as Error).message);
}

// Keys and comparisons of text that was appended.
const counts = new Map<string, number>();
const record: Record<string, number> = {};
for (let i = 0; i < 100; i++) {
  let key = "";
  for (let j = 0; j < 30 + (i % 5); j++) key += "k" + (j % 3);
  counts.set(key, (counts.get(key) ?? 0) + 1);
  record[key] = (record[key] ?? 0) + 1;
}
console.log([...counts.values()], Object.values(record), [...counts.keys()][4].length);
