export let count = 0;
export const list: string[] = [];
export function increment(by = 1) {
  count += by;
  list.push(`+${by}`);
}
export const reset = () => {
  count = 0;
};
export function fail() {
  count = -1;
  throw new Error("failed after assignment");
}
