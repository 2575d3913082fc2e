// Roman numerals, numbers in words, Morse, run lengths, Luhn, base conversion
const romans: [string, number][] = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
];
function toRoman(n: number) {
  let out = "";
  for (const [letters, value] of romans) {
    while (n >= value) {
      out += letters;
      n -= value;
    }
  }
  return out;
}
function fromRoman(text: string) {
  let at = 0;
  let n = 0;
  for (const [letters, value] of romans) {
    for (; text.startsWith(letters, at); at += letters.length) n += value;
  }
  if (at < text.length || toRoman(n) !== text) throw new SyntaxError(`not a numeral: ${text}`);
  return n;
}
let wrong = 0;
for (let n = 1; n < 4000; n++) if (fromRoman(toRoman(n)) !== n) wrong++;
console.log(wrong, [1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999].map(toRoman).join(" "));
for (const bad of ["IIII", "VX", "ABC", "IM", ""]) {
  try {
    console.log(fromRoman(bad));
  } catch (error: any) {
    console.log(error.message);
  }
}
const ones =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = ",,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety".split(",");
function words(n: number): string {
  if (n < 0) return `minus ${words(-n)}`;
  if (n < 20) return ones[n];
  if (n < 100) return tens[Math.floor(n / 10)] + (n % 10 ? `-${ones[n % 10]}` : "");
  for (const [size, name] of [
    [1e9, "billion"],
    [1e6, "million"],
    [1000, "thousand"],
    [100, "hundred"],
  ] as [number, string][]) {
    if (n >= size)
      return `${words(Math.floor(n / size))} ${name}${n % size ? ` ${n % size < 100 && size === 100 ? "and " : ""}${words(n % size)}` : ""}`;
  }
  return "";
}
for (const n of [0, 7, 13, 20, 42, 100, 115, 999, 1000, 1234567, -15, 2000000001])
  console.log(n, words(n));
const rle = (text: string) => {
  let out = "";
  for (let i = 0; i < text.length; ) {
    let j = i;
    while (text[j] === text[i]) j++;
    out += (j - i > 1 ? j - i : "") + text[i];
    i = j;
  }
  return out;
};
const unrle = (text: string) => {
  let count = "";
  let out = "";
  for (const c of text) {
    if (c >= "0" && c <= "9") count += c;
    else {
      out += c.repeat(Number(count || 1));
      count = "";
    }
  }
  return out;
};
console.log(rle("wwwwaaadexxxxxx"), rle("abc"), unrle(rle("aaabccddddddddddddd")), rle(""));
const luhn = (digits: string) =>
  [...digits]
    .reverse()
    .reduce(
      (sum, c, i) => sum + (i % 2 ? ((Number(c) * 2 - 1) % 9) + 1 - Number(c === "0") : Number(c)),
      0,
    ) %
    10 ===
  0;
console.log(luhn("4539578763621486"), luhn("79927398713"), luhn("79927398710"));
const toBase = (n: number, digits: string): string =>
  n < digits.length
    ? digits[n]
    : toBase(Math.floor(n / digits.length), digits) + digits[n % digits.length];
console.log(
  toBase(255, "01"),
  toBase(123456, "0123456789abcdef"),
  toBase(99, "zyxw"),
  toBase(0, "ab"),
  (123456).toString(16),
);
