/**
 * The prelude: library functions that are fiber code, because they call functions of the program.
 * Compiled into native/src/prelude.gen.c by scripts/gen-prelude.mjs; builtins.def names the exports
 * (WO_FIBER_FN). Modules here hold functions only: the image has no module variables and its bodies
 * never run.
 */
export * from "./array.ts";
export * from "./bytes.ts";
export * from "./clone.ts";
export * from "./fs.ts";
export * from "./inspect.ts";
export * from "./json.ts";
export * from "./map.ts";
export * from "./net.ts";
export * from "./object.ts";
export * from "./proc.ts";
export * from "./select.ts";
export * from "./string.ts";
