/**
 * The text of a program that formats and parses doubles of many bit patterns, and folds what comes
 * out into a hash. It builds the doubles by exact arithmetic, so that Node and wo see the same ones.
 */
export function numbersProgram(seed: number, count: number, every: number): string {
  return `
let state = ${seed} | 1;
function bits() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state >>> 0;
}
// powers[e] is 2 ** (e - 1074).
const powers = [5e-324];
while (powers.length < 2046) powers.push(powers[powers.length - 1] * 2);
function double(high, low) {
  const sign = high >>> 31 ? -1 : 1;
  const exponent = (high >>> 20) & 2047;
  const fraction = (high & 0xfffff) * 4294967296 + low;
  if (exponent === 2047) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * (fraction * powers[0]);
  return sign * ((fraction + 4503599627370496) * powers[exponent - 1]);
}
function number(i) {
  const high = bits();
  const low = bits();
  switch (i & 7) {
    case 0:
      return (high | 0) / 100;
    case 1:
      return (high & 0x1fffff) * 4294967296 + low;
    case 2:
      return Number((high % 100000) + "e" + ((low % 330) - 330));
    case 3:
      return double(1072693248 + (high & 0xfffff), low) * (1 + (high >>> 24));
    default:
      return double(high, low);
  }
}
let hash = 2166136261;
function fold(text) {
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  hash = Math.imul(hash ^ text.length, 16777619);
}
let wrong = 0;
for (let i = 1; i <= ${count}; i++) {
  const x = number(i);
  const text = String(x);
  fold(text);
  if (Number(text) !== x && x === x) wrong++;
  const pick = (state >>> 8) % 6;
  if (pick === 0) fold(x.toFixed(2));
  else if (pick === 1) fold(x.toPrecision(7));
  else if (pick === 2) fold(x.toExponential());
  else if (pick === 3) fold(x.toPrecision(1 + (i % 21)));
  else if (pick === 4) fold(String(parseFloat(text.slice(0, 1 + (i % 24)) + "x")));
  else fold(String(parseFloat(text + (i % 10)) + Number(x.toFixed(i % 16))));
  if (i % ${every} === 0) console.log(i, hash >>> 0, wrong);
}
`;
}
