// Big integers on arrays of digits: add, subtract, multiply, divide, powers, factorials
type Big = number[];
const base = 1e7;
const big = (text: string): Big => {
  const out: Big = [];
  for (let end = text.length; end > 0; end -= 7)
    out.push(Number(text.slice(Math.max(0, end - 7), end)));
  return trim(out);
};
function trim(a: Big): Big {
  while (a.length > 1 && a[a.length - 1] === 0) a.pop();
  return a;
}
const show = (a: Big) =>
  a
    .map((d, i) => (i === a.length - 1 ? String(d) : String(d).padStart(7, "0")))
    .reverse()
    .join("");
function add(a: Big, b: Big): Big {
  const out: Big = [];
  for (let i = 0, carry = 0; i < Math.max(a.length, b.length) || carry; i++) {
    const sum = (a[i] ?? 0) + (b[i] ?? 0) + carry;
    out.push(sum % base);
    carry = Math.floor(sum / base);
  }
  return out;
}
function subtract(a: Big, b: Big): Big {
  let borrow = 0;
  return trim(
    a.map((d, i) => {
      let rest = d - (b[i] ?? 0) - borrow;
      borrow = rest < 0 ? 1 : 0;
      if (rest < 0) rest += base;
      return rest;
    }),
  );
}
function multiply(a: Big, b: Big): Big {
  const out = new Array<number>(a.length + b.length).fill(0);
  for (let i = 0; i < a.length; i++) {
    let carry = 0;
    for (let j = 0; j < b.length || carry; j++) {
      const at = out[i + j] + a[i] * (b[j] ?? 0) + carry;
      out[i + j] = at % base;
      carry = Math.floor(at / base);
    }
  }
  return trim(out);
}
function divideSmall(a: Big, n: number): [Big, number] {
  const out: Big = new Array(a.length);
  let rest = 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const at = rest * base + a[i];
    out[i] = Math.floor(at / n);
    rest = at % n;
  }
  return [trim(out), rest];
}
const compare = (a: Big, b: Big) =>
  a.length - b.length || (a.reduceRight((c, d, i) => c || d - b[i], 0) as number);
const power = (a: Big, n: number): Big =>
  n === 0 ? [1] : n % 2 ? multiply(a, power(a, n - 1)) : power(multiply(a, a), n / 2);
const factorial = (n: number) => Array.from({ length: n }, (_, i) => [i + 1]).reduce(multiply, [1]);
console.log(show(factorial(50)));
console.log(show(power([2], 200)), show(power(big("123456789"), 5)));
console.log(
  show(subtract(add(big("99999999999999999999"), [1]), big("1"))),
  show(multiply(big("999999999999"), big("888888888888"))),
);
let [a, b]: [Big, Big] = [[0], [1]];
for (let i = 0; i < 300; i++) [a, b] = [b, add(a, b)];
console.log(
  show(a),
  compare(a, b) < 0,
  compare(a, a),
  compare(big("100000000000000"), big("9")) > 0,
);
let digits = 0;
let [rest, digit]: [Big, number] = [power([2], 1000), 0];
while (rest.length > 1 || rest[0] > 0) {
  [rest, digit] = divideSmall(rest, 10);
  digits += digit;
}
console.log(
  digits,
  divideSmall(big("1000000000000000000000"), 7).map((x) => (Array.isArray(x) ? show(x) : x)),
);
let e: Big = [0];
let term = power([10], 60);
for (let k = 1; term.length > 1 || term[0] > 0; k++) {
  e = add(e, term);
  [term] = divideSmall(term, k);
}
console.log(`2.${show(e).slice(1, 55)}`);
