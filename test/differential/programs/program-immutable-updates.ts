// Immutable updates: paths, lenses, reducers with history, structural sharing
type Path = (string | number)[];
function setIn(value: any, [key, ...rest]: Path, change: (old: any) => unknown): any {
  if (key === undefined) return change(value);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = setIn(value?.[key], rest, change);
  return copy;
}
const state = {
  user: { name: "ann", tags: ["a", "b"] },
  items: [
    { id: 1, n: 1 },
    { id: 2, n: 5 },
  ],
  meta: { saved: true },
};
const next = setIn(state, ["items", 1, "n"], (n) => n + 1);
console.log(
  state.items[1].n,
  next.items[1].n,
  next.items[0] === state.items[0],
  next.meta === state.meta,
  next.items === state.items,
);
console.log(
  setIn({}, ["a", "b", "c"], () => 1),
  setIn(state, ["user", "tags"], (t) => [...t, "c"]).user,
);
type Lens<S, A> = { get(s: S): A; set(s: S, a: A): S };
const prop = <S, K extends keyof S>(key: K): Lens<S, S[K]> => ({
  get: (s) => s[key],
  set: (s, a) => ({ ...s, [key]: a }),
});
const compose = <A, B, C>(ab: Lens<A, B>, bc: Lens<B, C>): Lens<A, C> => ({
  get: (a) => bc.get(ab.get(a)),
  set: (a, c) => ab.set(a, bc.set(ab.get(a), c)),
});
const over =
  <S, A>(lens: Lens<S, A>, f: (a: A) => A) =>
  (s: S) =>
    lens.set(s, f(lens.get(s)));
const userName = compose(
  prop<typeof state, "user">("user"),
  prop<typeof state.user, "name">("name"),
);
console.log(
  userName.get(state),
  over(userName, (n) => n.toUpperCase())(state).user,
  state.user.name,
);
type Action =
  | { type: "add"; text: string }
  | { type: "toggle"; id: number }
  | { type: "remove"; id: number }
  | { type: "undo" }
  | { type: "redo" };
interface Todos {
  readonly nextId: number;
  readonly list: readonly { readonly id: number; readonly text: string; readonly done: boolean }[];
}
function reduce(todos: Todos, action: Action): Todos {
  switch (action.type) {
    case "add":
      return {
        nextId: todos.nextId + 1,
        list: [...todos.list, { id: todos.nextId, text: action.text, done: false }],
      };
    case "toggle":
      return {
        ...todos,
        list: todos.list.map((t) => (t.id === action.id ? { ...t, done: !t.done } : t)),
      };
    case "remove":
      return { ...todos, list: todos.list.filter(({ id }) => id !== action.id) };
    default:
      return todos;
  }
}
interface History<T> {
  past: T[];
  now: T;
  future: T[];
}
const history = (h: History<Todos>, action: Action): History<Todos> => {
  if (action.type === "undo")
    return h.past.length
      ? { past: h.past.slice(0, -1), now: h.past.at(-1)!, future: [h.now, ...h.future] }
      : h;
  if (action.type === "redo")
    return h.future.length
      ? { past: [...h.past, h.now], now: h.future[0], future: h.future.slice(1) }
      : h;
  const now = reduce(h.now, action);
  return now === h.now ? h : { past: [...h.past, h.now], now, future: [] };
};
const show = ({ past, now, future }: History<Todos>) =>
  `${past.length}/${future.length} ${now.list.map((t) => `${t.done ? "x" : "-"}${t.text}`).join(" ")}`;
const actions: Action[] = [
  { type: "add", text: "one" },
  { type: "add", text: "two" },
  { type: "toggle", id: 1 },
  { type: "undo" },
  { type: "undo" },
  { type: "redo" },
  { type: "remove", id: 1 },
  { type: "redo" },
  { type: "undo" },
];
let h: History<Todos> = { past: [], now: Object.freeze({ nextId: 1, list: [] }), future: [] };
for (const action of actions) {
  h = history(h, action);
  console.log(action.type.padEnd(6), show(h));
}
console.log(JSON.stringify(state));
