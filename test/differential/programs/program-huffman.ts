// Huffman coding, run-length and LZ compression with round trips
type Tree = { weight: number; char?: string; left?: Tree; right?: Tree };
function huffman(text: string) {
  const counts = new Map<string, number>();
  for (const c of text) counts.set(c, (counts.get(c) ?? 0) + 1);
  const nodes: Tree[] = [...counts].map(([char, weight]) => ({ char, weight }));
  const smaller = (a: Tree, b: Tree) =>
    a.weight - b.weight || ((a.char ?? "~") < (b.char ?? "~") ? -1 : 1);
  while (nodes.length > 1) {
    nodes.sort(smaller);
    const [left, right] = nodes.splice(0, 2);
    nodes.push({ weight: left.weight + right.weight, left, right });
  }
  const codes: Record<string, string> = {};
  const walk = ({ char, left, right }: Tree, code: string) => {
    if (char !== undefined) codes[char] = code || "0";
    if (left) walk(left, `${code}0`);
    if (right) walk(right, `${code}1`);
  };
  if (nodes[0]) walk(nodes[0], "");
  const bits = [...text].map((c) => codes[c]).join("");
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (let i = 0; i < bits.length; i++) if (bits[i] === "1") bytes[i >> 3] |= 128 >> (i & 7);
  return { codes, bytes, length: bits.length };
}
function decode({ codes, bytes, length }: ReturnType<typeof huffman>) {
  const chars = new Map(Object.entries(codes).map(([c, code]) => [code, c]));
  let out = "";
  let code = "";
  for (let i = 0; i < length; i++) {
    code += (bytes[i >> 3] >> (7 - (i & 7))) & 1;
    const c = chars.get(code);
    if (c !== undefined) {
      out += c;
      code = "";
    }
  }
  return out;
}
const text = "she sells sea shells by the sea shore";
const packed = huffman(text);
console.log(
  packed.length,
  packed.bytes.length,
  decode(packed) === text,
  Object.entries(packed.codes)
    .map(([c, code]) => `${c}=${code.length}`)
    .join(" "),
);
console.log(
  [...packed.bytes].map((b) => b.toString(16).padStart(2, "0")).join(""),
  decode(huffman("aaaa")),
  decode(huffman("")) === "",
);
function lz(text: string) {
  const out: (string | [number, number])[] = [];
  for (let i = 0; i < text.length; ) {
    let [best, at] = [0, 0];
    for (let j = Math.max(0, i - 64); j < i; j++) {
      let n = 0;
      while (i + n < text.length && text[j + n] === text[i + n] && n < 20) n++;
      if (n > best) [best, at] = [n, i - j];
    }
    if (best > 2) {
      out.push([at, best]);
      i += best;
    } else out.push(text[i++]);
  }
  return out;
}
function unlz(tokens: (string | [number, number])[]) {
  let out = "";
  for (const token of tokens) {
    if (typeof token === "string") out += token;
    else for (let n = token[1]; n > 0; n--) out += out[out.length - token[0]];
  }
  return out;
}
const tokens = lz(text + " " + text);
console.log(
  tokens.length,
  JSON.stringify(tokens.slice(-6)),
  unlz(tokens) === `${text} ${text}`,
  unlz(lz("a".repeat(50))).length,
);
const bwt = (s: string) => {
  const rows = Array.from({ length: s.length }, (_, i) => s.slice(i) + s.slice(0, i)).sort();
  return [rows.map((r) => r.at(-1)).join(""), rows.indexOf(s)] as const;
};
const unbwt = (last: string, row: number) => {
  let rows: string[] = new Array(last.length).fill("");
  for (let i = 0; i < last.length; i++) rows = rows.map((r, k) => last[k] + r).sort();
  return rows[row];
};
console.log(bwt("banana$"), unbwt(...bwt("mississippi")));
