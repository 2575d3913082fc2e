// a module with state, imported by the corpus
export let counter = 0;
export function bump() { return ++counter; }
export const list: string[] = ["init"];
export const table = new Map([["k", "v"]]);
