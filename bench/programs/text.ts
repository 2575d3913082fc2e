// Strings, tables and library builtins. Node runs the same source with its types erased, so both
// sides do the same. Every kernel answers a checksum.
import { args, time } from "wo-fiber/std";

// A generator of the same numbers everywhere; below 2^17.
function numbers(seed: number): () => number {
  let x = seed;
  return () => {
    x = (x * 3877 + 29573) % 139968;
    return x;
  };
}

function keysOf(count: number, prefix: string): string[] {
  const keys: string[] = [];
  for (let i = 0; i < count; i++) keys.push(prefix + i);
  return keys;
}

function prose(count: number): string {
  const next = numbers(7);
  const list = ["the", "fiber", "parks", "until", "a", "message", "arrives", "from", "elsewhere"];
  const out: string[] = [];
  for (let i = 0; i < count; i++) out.push(list[next() % list.length]);
  return out.join(" ");
}

// --- strings ---

function append(): number {
  let sum = 0;
  for (let round = 0; round < 60; round++) {
    let s = "";
    for (let i = 0; i < 50000; i++) {
      s += "item ";
      s += i;
      s += ";";
    }
    sum += s.length + s.charCodeAt(s.length >> 1);
  }
  return sum;
}

function template(): number {
  let sum = 0;
  for (let i = 0; i < 2000000; i++) {
    const s = `${i}:${i & 15} at (${sum & 255}, ${i % 7})`;
    sum += s.length;
  }
  return sum;
}

function join(): number {
  const pieces = keysOf(20000, "piece-");
  const counts: number[] = [];
  for (let i = 0; i < 20000; i++) counts.push(i * 3);
  let sum = 0;
  for (let i = 0; i < 200; i++) sum += pieces.join(",").length + counts.join(" ").length;
  return sum;
}

function split(): number {
  const line = keysOf(40, "field").join(",");
  let sum = 0;
  for (let i = 0; i < 150000; i++) {
    const fields = line.split(",");
    sum += fields.length + fields[i % 40].length;
  }
  return sum + "a b c".split("").length;
}

function slice(): number {
  const text = prose(20000);
  let sum = 0;
  for (let round = 0; round < 120; round++) {
    let from = 0;
    for (;;) {
      const at = text.indexOf(" ", from);
      if (at < 0) break;
      const word = text.slice(from, at);
      if (word === "fiber") sum += 3;
      else sum += word.length;
      sum += text.substring(from + 1, at).length;
      from = at + 1;
    }
  }
  return sum;
}

function scan(): number {
  const text = prose(50000);
  let hash = 0;
  for (let round = 0; round < 30; round++) {
    for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) | 0;
  }
  return hash;
}

function chars(): number {
  const text = prose(30000);
  let spaces = 0;
  let vowels = 0;
  for (let round = 0; round < 15; round++) {
    for (let i = 0; i < text.length; i++) {
      const c = text[i];
      if (c === " ") spaces++;
      else if ("aeiou".includes(c)) vowels++;
    }
    for (const c of text) if (c === "e") spaces += 2;
  }
  return spaces * 1000 + vowels;
}

function search(): number {
  const text = prose(20000);
  let sum = 0;
  for (let i = 0; i < 1000000; i++) {
    if (text.startsWith("fiber", i % 60000)) sum += 2;
    if (text.endsWith("elsewhere", i % 60000)) sum += 3;
    sum += text.indexOf("message", i % 60000);
    if (i % 50 === 0) sum += text.lastIndexOf("parks", i % 60000);
    if (text.includes("fiber", i % 60000)) sum++;
  }
  return sum;
}

function replace(): number {
  const line = prose(60);
  let sum = 0;
  for (let i = 0; i < 500000; i++) {
    sum += line.replace("message", "packet").length;
    sum += line.replaceAll("fiber", "thread").length;
  }
  return sum;
}

function pad(): number {
  let sum = 0;
  for (let i = 0; i < 800000; i++) {
    sum += i.toString(16).padStart(8, "0").length + String(i).padEnd(10).trim().length;
    sum += "-".repeat(i & 31).length;
  }
  return sum;
}

function letters(): number {
  const words = keysOf(1000, "SomeWord");
  let sum = 0;
  for (let i = 0; i < 5000; i++) {
    for (let j = 0; j < 1000; j++) {
      const w = words[j].toLowerCase();
      if (w === "someword77") sum += w.toUpperCase().charCodeAt(4);
      sum += w.length;
    }
  }
  return sum;
}

function compare(): number {
  const keys = keysOf(1000, "customer/");
  const twins = keysOf(1000, "customer/");
  let sum = 0;
  for (let i = 0; i < 4000; i++) {
    for (let j = 1; j < 1000; j++) {
      if (keys[j] === twins[j]) sum++;
      if (keys[j] === twins[j - 1]) sum += 2;
      if (keys[j] < twins[j - 1]) sum += 3;
    }
  }
  return sum;
}

function numerals(): number {
  let sum = 0;
  for (let i = 0; i < 500000; i++) {
    const s = String(i * 0.37);
    sum += s.length + Number(s) + parseInt(String(i), 10) + parseFloat("12.5e1");
    sum += (i / 7).toFixed(2).length;
  }
  return Math.round(sum);
}

// --- tables ---

function mapText(): number {
  const keys = keysOf(20000, "key:");
  const next = numbers(11);
  let sum = 0;
  for (let round = 0; round < 40; round++) {
    const m = new Map<string, number>();
    for (let i = 0; i < keys.length; i++) m.set(keys[i], i);
    for (let i = 0; i < 60000; i++) {
      const k = keys[next() % 20000];
      if (m.has(k)) sum += m.get(k) ?? 0;
    }
  }
  return sum;
}

function mapBuilt(): number {
  const next = numbers(12);
  const m = new Map<string, number>();
  for (let i = 0; i < 1500000; i++) {
    const k = "user" + (next() % 3000);
    m.set(k, (m.get(k) ?? 0) + 1);
  }
  let sum = 0;
  for (const [k, v] of m) sum += k.length * v;
  return sum;
}

function mapInt(): number {
  const next = numbers(13);
  let sum = 0;
  for (let round = 0; round < 50; round++) {
    const m = new Map<number, number>();
    for (let i = 0; i < 20000; i++) m.set(i * 7, i);
    for (let i = 0; i < 60000; i++) {
      const k = next();
      if (m.has(k)) sum += m.get(k) ?? 0;
    }
  }
  return sum;
}

function mapObject(): number {
  const keys: { id: number }[] = [];
  for (let i = 0; i < 20000; i++) keys.push({ id: i });
  const next = numbers(14);
  let sum = 0;
  for (let round = 0; round < 40; round++) {
    const m = new Map<object, number>();
    for (let i = 0; i < keys.length; i++) m.set(keys[i], i);
    for (let i = 0; i < 60000; i++) sum += m.get(keys[next() % 20000]) ?? 0;
  }
  return sum;
}

function mapChurn(): number {
  const m = new Map<number, number>();
  let sum = 0;
  for (let i = 0; i < 3000000; i++) {
    m.set(i, i);
    if (i >= 1000 && m.delete(i - 1000)) sum++;
  }
  return sum + m.size;
}

function mapWalk(): number {
  const m = new Map<string, number>();
  for (let i = 0; i < 5000; i++) m.set("k" + i, i);
  let sum = 0;
  for (let round = 0; round < 400; round++) {
    for (const [k, v] of m) sum += k.length + v;
    for (const v of m.values()) sum += v;
    m.forEach((v) => {
      sum -= v;
    });
  }
  return sum;
}

function sets(): number {
  const next = numbers(15);
  let sum = 0;
  for (let round = 0; round < 50; round++) {
    const s = new Set<number>();
    for (let i = 0; i < 80000; i++) s.add(next() % 10000);
    for (let i = 0; i < 20000; i++) if (s.has(i)) sum++;
  }
  return sum;
}

function dict(): number {
  const next = numbers(16);
  const names = keysOf(2000, "entry-");
  let sum = 0;
  for (let round = 0; round < 40; round++) {
    const d: Record<string, number> = {};
    for (let i = 0; i < 100000; i++) {
      const k = names[next() % 2000];
      d[k] = (d[k] ?? 0) + 1;
    }
    for (const k in d) sum += d[k];
    sum += Object.keys(d).length;
  }
  return sum;
}

function dictBuilt(): number {
  const next = numbers(17);
  const d: Record<string, number> = {};
  for (let i = 0; i < 1500000; i++) {
    const k = "w" + (next() % 3000);
    if (k in d) d[k]++;
    else d[k] = 1;
  }
  let sum = 0;
  for (const [k, v] of Object.entries(d)) sum += k.length * v;
  return sum;
}

// --- arrays ---

function queue(): number {
  const q: number[] = [];
  for (let i = 0; i < 20000; i++) q.push(i);
  let sum = 0;
  for (let i = 0; i < 400000; i++) {
    q.push(i);
    sum += q.shift() ?? 0;
  }
  return sum + q.length;
}

function arrays(): number {
  const a: number[] = [];
  for (let i = 0; i < 200; i++) a.push(i * 3);
  let sum = 0;
  for (let i = 0; i < 400000; i++) {
    sum += a.indexOf((i % 300) * 3);
    if (a.includes(i)) sum++;
    const b = a.slice(10, 30).concat(a.slice(100, 110));
    b.reverse();
    b.splice(5, 3, i, i + 1);
    sum += b.length + b[4] + (b.at(-1) ?? 0);
  }
  return sum;
}

function sort(): number {
  const next = numbers(18);
  let sum = 0;
  for (let round = 0; round < 60; round++) {
    const a: number[] = [];
    for (let i = 0; i < 10000; i++) a.push(next());
    a.sort((x, y) => x - y);
    sum += a[5000];
  }
  return sum;
}

function sortText(): number {
  const next = numbers(19);
  let sum = 0;
  for (let round = 0; round < 60; round++) {
    const a: string[] = [];
    for (let i = 0; i < 10000; i++) a.push("name" + next());
    a.sort();
    sum += a[5000].length + (a[100] < a[101] ? 1 : 0);
  }
  return sum;
}

// --- JSON ---

interface Row {
  id: number;
  name: string;
  tags: string[];
  score: number;
  active: boolean;
  parent: { id: number; path: string } | null;
}

function rows(count: number): Row[] {
  const out: Row[] = [];
  for (let i = 0; i < count; i++) {
    out.push({
      id: i,
      name: "row number " + i,
      tags: ["alpha", "beta", "tag" + (i % 17)],
      score: i * 0.25,
      active: i % 3 === 0,
      parent: i % 4 ? { id: i >> 1, path: "/a/b/" + i } : null,
    });
  }
  return out;
}

function parse(): number {
  const text = JSON.stringify(rows(2000));
  let sum = 0;
  for (let i = 0; i < 250; i++) {
    const list = JSON.parse(text) as Row[];
    sum += list.length + list[i].name.length + list[i].tags.length;
  }
  return sum;
}

function stringify(): number {
  const list = rows(2000);
  let sum = 0;
  for (let i = 0; i < 300; i++) sum += JSON.stringify(list).length;
  return sum + JSON.stringify(list.slice(0, 100), null, 2).length;
}

const work: Record<string, () => number> = {
  append,
  template,
  join,
  split,
  slice,
  scan,
  chars,
  search,
  replace,
  pad,
  letters,
  compare,
  numerals,
  mapText,
  mapBuilt,
  mapInt,
  mapObject,
  mapChurn,
  mapWalk,
  sets,
  dict,
  dictBuilt,
  queue,
  arrays,
  sort,
  sortText,
  parse,
  stringify,
};

export function main(): void {
  const t = time.monotonic();
  const r = work[args[0]]();
  console.log((time.monotonic() - t).toFixed(3), r);
}
