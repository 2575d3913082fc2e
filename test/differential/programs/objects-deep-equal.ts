// Structural comparison, deep copies with cycles, and diffs of nested data
function equal(a: any, b: any): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Map)
    return a.size === b.size && [...a].every(([k, v]) => b.has(k) && equal(v, b.get(k)));
  if (a instanceof Set) return a.size === b.size && [...a].every((v) => b.has(v));
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((k) => Object.hasOwn(b, k) && equal(a[k], b[k]))
  );
}
function copy(value: any, seen = new Map<object, any>()): any {
  if (typeof value !== "object" || value === null) return value;
  if (seen.has(value)) return seen.get(value);
  const out: any = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value));
  seen.set(value, out);
  for (const key of Object.keys(value)) out[key] = copy(value[key], seen);
  return out;
}
const data: any = { n: NaN, list: [1, [2, { z: -0 }]], when: undefined, inner: { s: "x" } };
const twin = copy(data);
console.log(
  equal(data, twin),
  twin.inner === data.inner,
  equal({ a: 1 }, { a: 1, b: undefined }),
  equal([1], { 0: 1 }),
);
console.log(
  equal(new Map([[1, { a: 2 }]]), new Map([[1, { a: 2 }]])),
  equal(new Set([1]), new Set([2])),
  equal([, 1], [undefined, 1]),
);
data.self = data;
data.list.push(data.inner);
const cyclic = copy(data);
console.log(
  cyclic.self === cyclic,
  cyclic.self === data,
  cyclic.list[2] === cyclic.inner,
  cyclic.list[2] === data.inner,
);
function diff(a: any, b: any, path = ""): string[] {
  if (equal(a, b)) return [];
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return [`${path}: ${JSON.stringify(a)} -> ${JSON.stringify(b)}`];
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.flatMap((k) => diff(a[k], b[k], path ? `${path}.${k}` : k));
}
console.log(diff({ a: 1, b: { c: [1, 2] }, d: 1 }, { a: 1, b: { c: [1, 3, 4] }, e: null }));
const structured = structuredClone({ a: [1, new Map([["k", new Set([1])]])], n: null });
console.log(structured, equal(structured, structuredClone(structured)));
