// Every call makes its own variables; closures of one call share them
function account(balance: number) {
  const history: string[] = [];
  return {
    deposit(n: number) {
      balance += n;
      history.push(`+${n}`);
      return this;
    },
    withdraw(n: number) {
      if (n > balance) throw new Error(`only ${balance} left`);
      balance -= n;
      history.push(`-${n}`);
      return this;
    },
    get balance() {
      return balance;
    },
    history: () => history.join(),
  };
}
const a = account(100);
const b = account(5);
a.deposit(50).withdraw(30);
b.deposit(1);
console.log(a.balance, b.balance, a.history(), b.history());
try {
  b.withdraw(7);
} catch (error: any) {
  console.log(error.message, b.balance);
}
function make() {
  let x = 0;
  const inc = () => ++x;
  const get = () => x;
  x = 10;
  return { inc, get, set: (v: number) => (x = v) };
}
const p = make();
const q = make();
p.inc();
p.inc();
q.set(-1);
console.log(p.get(), q.get());
function params(a: number, b: number) {
  const swap = () => ([a, b] = [b, a]);
  const read = () => `${a},${b}`;
  a++;
  return { swap, read };
}
const { swap, read } = params(1, 5);
swap();
console.log(read());
const stack = ((items: number[]) => ({
  push: (n: number) => items.push(n),
  pop: () => items.pop(),
  each: (f: (n: number) => void) => items.forEach(f),
}))([]);
stack.push(1);
stack.push(2);
let total = 0;
stack.each((n) => (total += n));
console.log(total, stack.pop(), stack.pop(), stack.pop());
