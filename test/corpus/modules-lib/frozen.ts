// deeply frozen and mutable module state, imported by the corpus
const inner = Object.freeze({ deep: Object.freeze([1, 2, "three"]) });
export const table: any = Object.freeze({ inner, list: Object.freeze([inner, inner]) });
export const again = inner;
export const shallow: any = Object.freeze({ inside: { n: 1 } });
export const keyed: any = Object.freeze(Object.fromEntries(["a b", "c d", "e f"].map((k, i) => [k, i])));
