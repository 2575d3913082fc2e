// typeof of every kind, void, and typeof of what is not there
const samples: [string, unknown][] = [
  ["number", 1.5],
  ["NaN", NaN],
  ["string", "s"],
  ["boolean", true],
  ["undefined", undefined],
  ["null", null],
  ["symbol", Symbol("s")],
  ["object", {}],
  ["array", []],
  ["function", function () {}],
  ["arrow", () => {}],
  ["class", class {}],
  ["method", { m() {} }.m],
  ["builtin", Math.max],
  ["namespace", Math],
  ["map", new Map()],
  ["error", new Error("x")],
  ["boxed", Object(1)],
  ["bytes", new Uint8Array(1)],
];
for (const [name, value] of samples) console.log(name, typeof value);
console.log(typeof typeof 1, typeof void 0, void "anything", typeof (globalMissing as any));
declare const globalMissing: unknown;
function typed(this: any) {
  return typeof this;
}
console.log(typed(), typed.call(1), typed.call(null), typed.call("s"));
const byType = new Map<string, number>();
for (const [, value] of samples) byType.set(typeof value, (byType.get(typeof value) ?? 0) + 1);
console.log(byType);
