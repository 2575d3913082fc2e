// A bank with accounts, transactions that roll back, custom errors and an audit log
class BankError extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
    this.name = new.target.name;
  }
}
class InsufficientFunds extends BankError {
  constructor(readonly missing: number) {
    super(`missing ${missing.toFixed(2)}`, "E_FUNDS");
  }
}
class UnknownAccount extends BankError {
  constructor(id: string) {
    super(`no account ${id}`, "E_ACCOUNT");
  }
}
class Account {
  static #count = 0;
  #cents = 0;
  readonly number = ++Account.#count;
  constructor(
    readonly id: string,
    protected readonly overdraft = 0,
  ) {}
  get balance() {
    return this.#cents / 100;
  }
  change(amount: number) {
    const cents = Math.round(amount * 100);
    if (!Number.isSafeInteger(cents)) throw new RangeError(`bad amount ${amount}`);
    if (this.#cents + cents < -this.overdraft * 100)
      throw new InsufficientFunds(-(this.#cents + cents) / 100 - this.overdraft);
    this.#cents += cents;
    return this;
  }
}
class Savings extends Account {
  constructor(
    id: string,
    readonly rate: number,
  ) {
    super(id);
  }
  addInterest() {
    return this.change(this.balance * this.rate);
  }
}
class Bank {
  #accounts = new Map<string, Account>();
  readonly log: string[] = [];
  open(account: Account) {
    if (this.#accounts.has(account.id)) throw new BankError(`${account.id} exists`, "E_EXISTS");
    this.#accounts.set(account.id, account);
    return this;
  }
  account(id: string) {
    const account = this.#accounts.get(id);
    if (!account) throw new UnknownAccount(id);
    return account;
  }
  transaction<T>(name: string, work: (change: (id: string, amount: number) => void) => T): T {
    const undo: (() => void)[] = [];
    let outcome = "ok";
    try {
      return work((id, amount) => {
        const account = this.account(id);
        account.change(amount);
        undo.unshift(() => account.change(-amount));
      });
    } catch (error) {
      outcome = error instanceof BankError ? error.code : "CRASH";
      for (const f of undo) f();
      throw error;
    } finally {
      this.log.push(`${name}:${outcome}`);
    }
  }
  transfer(from: string, to: string, amount: number) {
    this.transaction(`${from}->${to}`, (change) => {
      change(to, amount);
      change(from, -amount);
    });
  }
  get total() {
    return [...this.#accounts.values()].reduce((sum, { balance }) => sum + balance, 0);
  }
}
const bank = new Bank()
  .open(new Account("ann"))
  .open(new Account("bob", 50))
  .open(new Savings("sue", 0.035));
bank.transaction("seed", (change) => {
  change("ann", 100.1);
  change("bob", 0.2);
  change("sue", 1000);
});
const attempts: (() => unknown)[] = [
  () => bank.transfer("ann", "bob", 30.15),
  () => bank.transfer("bob", "ann", 80.36),
  () => bank.transfer("ann", "zed", 1),
  () => bank.transfer("ann", "bob", NaN),
  () => bank.transfer("bob", "sue", 80.35),
  () => bank.open(new Account("ann")),
  () => (bank.account("sue") as Savings).addInterest(),
];
for (const attempt of attempts) {
  try {
    attempt();
    console.log("ok");
  } catch (error: any) {
    console.log(
      error.name,
      error.code,
      error.message,
      error instanceof BankError,
      (error as InsufficientFunds).missing,
    );
  }
  console.log(
    ["ann", "bob", "sue"].map((id) => bank.account(id).balance),
    bank.total.toFixed(2),
  );
}
console.log(bank.log, bank.account("sue").number, new UnknownAccount("q") instanceof BankError);
