// A table-driven state machine with guards, actions, history, and a parser built on one
type Event = { type: string; [key: string]: unknown };
interface Transition {
  to: string;
  if?: (context: any, event: Event) => boolean;
  do?: (context: any, event: Event) => void;
}
interface Machine {
  initial: string;
  states: Record<
    string,
    {
      on?: Record<string, Transition | Transition[]>;
      enter?: (context: any) => void;
      leave?: (context: any) => void;
    }
  >;
}
function run(machine: Machine, context: any, events: (string | Event)[]) {
  let state = machine.initial;
  const trace = [state];
  for (const raw of events) {
    const event = typeof raw === "string" ? { type: raw } : raw;
    const options = [machine.states[state].on?.[event.type] ?? []].flat();
    const chosen = options.find((t) => t.if?.(context, event) ?? true);
    if (!chosen) {
      trace.push(`(${event.type})`);
      continue;
    }
    machine.states[state].leave?.(context);
    chosen.do?.(context, event);
    state = chosen.to;
    machine.states[state].enter?.(context);
    trace.push(state);
  }
  return trace.join(" > ");
}
const turnstile: Machine = {
  initial: "locked",
  states: {
    locked: {
      on: {
        coin: { to: "open", do: (c) => c.coins++ },
        push: { to: "locked", do: (c) => c.alarms++ },
      },
    },
    open: { on: { push: { to: "locked" }, coin: { to: "open", do: (c) => c.refunds++ } } },
  },
};
const context = { coins: 0, alarms: 0, refunds: 0 };
console.log(run(turnstile, context, ["push", "coin", "coin", "push", "kick", "push"]), context);
const vending: Machine = {
  initial: "idle",
  states: {
    idle: { on: { insert: { to: "paid", do: (c, e) => (c.money += e.amount as number) } } },
    paid: {
      on: {
        insert: { to: "paid", do: (c, e) => (c.money += e.amount as number) },
        choose: [
          {
            to: "vending",
            if: (c, e) => c.money >= (c.prices[e.item as string] ?? Infinity),
            do: (c, e) => (c.item = e.item),
          },
          { to: "paid", do: (c) => c.messages.push(`not enough: ${c.money}`) },
        ],
        cancel: { to: "idle", do: (c) => (c.money = 0) },
      },
    },
    vending: {
      enter: (c) => {
        c.money -= c.prices[c.item];
        c.messages.push(`here is ${c.item}, change ${c.money}`);
      },
      on: { take: [{ to: "paid", if: (c) => c.money > 0 }, { to: "idle" }] },
      leave: (c) => delete c.item,
    },
  },
};
const machine = { money: 0, prices: { tea: 150, soup: 220 }, messages: [] as string[] } as any;
console.log(
  run(vending, machine, [
    { type: "insert", amount: 100 },
    { type: "choose", item: "tea" },
    { type: "insert", amount: 100 },
    { type: "choose", item: "gum" },
    { type: "choose", item: "tea" },
    "take",
    "cancel",
  ]),
);
console.log(machine.messages, "item" in machine, machine.money);
function commentsOut(code: string) {
  let state: "code" | "slash" | "line" | "block" | "star" | "string" = "code";
  let out = "";
  for (const c of code) {
    switch (state) {
      case "code":
        if (c === "/") state = "slash";
        else {
          if (c === '"') state = "string";
          out += c;
        }
        break;
      case "slash":
        if (c === "/") state = "line";
        else if (c === "*") state = "block";
        else {
          out += `/${c}`;
          state = "code";
        }
        break;
      case "line":
        if (c === "\n") {
          out += c;
          state = "code";
        }
        break;
      case "block":
        if (c === "*") state = "star";
        break;
      case "star":
        state = c === "/" ? "code" : c === "*" ? "star" : "block";
        break;
      case "string":
        out += c;
        if (c === '"') state = "code";
    }
  }
  return out;
}
console.log(JSON.stringify(commentsOut('a / b // rest\nx = "// no" /* block ** */ + 1 /**/;')));
