export * from "./one.ts";
export { y, Klass } from "./two.ts";
export * as ns from "./one.ts";
export { default } from "./two.ts";
