// defineProperty and descriptors: defaults, attributes, accessors, redefinition
const show = (o: object, key: PropertyKey) => {
  const d = Object.getOwnPropertyDescriptor(o, key);
  if (d === undefined) return "none";
  return `${"value" in d ? `value ${String(d.value)} ${d.writable}` : `get ${typeof d.get} set ${typeof d.set}`} ${d.enumerable} ${d.configurable}`;
};
const o: any = { plain: 1 };
Object.defineProperty(o, "bare", {});
Object.defineProperty(o, "value", { value: 5, writable: true });
Object.defineProperty(o, "getter", { get: () => 7, configurable: true });
Object.defineProperty(o, "plain", { enumerable: false });
for (const key of ["plain", "bare", "value", "getter", "missing"]) console.log(key, show(o, key));
console.log(Object.keys(o), o.getter, JSON.stringify(o), o.propertyIsEnumerable("plain"), o);
const attempts: (() => unknown)[] = [
  () => Object.defineProperty(o, "bare", { value: 1 }),
  () => Object.defineProperty(o, "bare", { enumerable: true }),
  () =>
    Object.defineProperty(o, "bare", {
      get() {
        return 1;
      },
    }),
  () => Object.defineProperty(o, "value", { value: 6 }),
  () => Object.defineProperty(o, "value", { writable: false }),
  () => (o.value = 8),
  () => (o.getter = 1),
  () => Object.defineProperty(o, "getter", { value: "now data" }),
  () => Object.defineProperty(o, "both", { get: () => 1, value: 2 }),
  () => Object.defineProperty(o, "bad", { get: 5 as any }),
  () => Object.defineProperty(o, "bad", 5 as any),
  () => delete o.bare,
];
for (const attempt of attempts) {
  try {
    attempt();
    console.log("ok");
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
console.log(o.value, o.getter, show(o, "getter"));
const many = Object.defineProperties(
  {},
  { a: { value: 1, enumerable: true }, b: { get: () => 2, enumerable: true } },
);
console.log(
  many,
  Object.getOwnPropertyDescriptors({
    x: 1,
    get y() {
      return 2;
    },
  }),
);
const clone = Object.create(Object.getPrototypeOf(many), Object.getOwnPropertyDescriptors(many));
console.log(
  clone,
  show(clone, "b"),
  show([1], "length"),
  show([1], 0),
  show("abc", "length"),
  show("abc", 1),
  show(
    class {
      static m = 1;
    },
    "m",
  ),
);
