import { two } from "./numbers.ts";
import * as numbers from "./numbers.ts";
export * from "./numbers.ts";
export { default as Default } from "./numbers.ts";
export { two as deux };
export const all = { one: numbers.one, two: numbers.two };
export * from "./deep/inner.ts";
