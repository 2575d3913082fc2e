// Private names: fields, methods, accessors and statics
class Account {
  #balance = 0;
  static #open = 0;
  #log: string[] = [];
  constructor() {
    Account.#open++;
  }
  #record(what: string) {
    this.#log.push(what);
    return this.#log.length;
  }
  get #doubled() {
    return this.#balance * 2;
  }
  set #doubled(v: number) {
    this.#balance = v / 2;
  }
  static #validate(n: number) {
    if (n <= 0) throw new RangeError("bad amount");
  }
  deposit(n: number) {
    Account.#validate(n);
    this.#balance += n;
    return this.#record("d" + n);
  }
  double() {
    this.#doubled = this.#doubled * 2;
    return this.#balance;
  }
  static peek(o: Account) {
    return o.#balance;
  }
  static get open() {
    return Account.#open;
  }
  bump() {
    return [this.#balance++, ++this.#balance, (this.#balance += 5), this.#balance?.toFixed(1)];
  }
}
const a = new Account(),
  b = new Account();
console.log(a.deposit(10), a.deposit(5), a.double(), Account.peek(a), Account.open, a.bump());
try {
  a.deposit(-1);
} catch (e: any) {
  console.log(e.message);
}
try {
  Account.peek({} as any);
} catch (e: any) {
  console.log(e.name, e.message);
}
try {
  (a as any).deposit.call({}, 1);
} catch (e: any) {
  console.log(e.name, e.message);
}
console.log(Object.keys(a), JSON.stringify(a), b);
