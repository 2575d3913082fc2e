// Short-circuit operators answer operands, not booleans, and skip what is not needed
let calls = 0;
const call = <T>(value: T): T => {
  calls++;
  return value;
};
console.log(0 || "zero", "" || "empty", null || undefined || NaN || "last", 0 ?? "zero", "" ?? "x");
console.log(
  1 && "one",
  0 && "zero",
  "a" && "b" && "c",
  null && call(1),
  undefined ?? call("called"),
);
console.log(calls, call(false) || call(0) || call("yes") || call("never"), calls);
console.log(call(1) && call(0) && call("never"), calls);
const pick = (...options: unknown[]) => {
  for (const option of options) if (option ?? false) return option;
  return "none";
};
console.log(pick(null, undefined, 0), pick(undefined, "b"), pick());
const settings: { depth?: number; name?: string | null; on?: boolean } = { depth: 0, name: null };
console.log(
  settings.depth ?? 10,
  settings.depth || 10,
  settings.name ?? "anon",
  settings.on ?? true,
);
if (call(true) || call(true)) console.log("either", calls);
if (!(call(false) && call(true))) console.log("not both", calls);
while (calls < 20 && call(true)) continue;
console.log(calls);
