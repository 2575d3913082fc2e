// Order of catch and finally over calls, with returns computed on the way
const log: string[] = [];
const t = <T>(name: string, value: T) => {
  log.push(name);
  return value;
};
function thrower(where: string): never {
  log.push(`throw ${where}`);
  throw new Error(where);
}
function level(n: number): string {
  try {
    if (n === 0) thrower("bottom");
    return t(`return ${n}`, level(n - 1));
  } catch (error: any) {
    log.push(`catch ${n} ${error.message}`);
    if (n < 2) throw new Error(`${error.message}>${n}`);
    return `handled at ${n}`;
  } finally {
    log.push(`finally ${n}`);
  }
}
console.log(level(3), log.join("; "));
log.length = 0;
function values() {
  try {
    return t("value", 1) + t("other", 2);
  } finally {
    t("cleanup", 0);
  }
}
console.log(values(), log.join());
log.length = 0;
function argumentsThrow() {
  try {
    console.log(t("first", 1), thrower("argument"), t("never", 2));
  } catch (error: any) {
    return [t("a", error.message), t("b", 2)];
  } finally {
    t("done", 0);
  }
}
console.log(argumentsThrow(), log.join());
log.length = 0;
let state = "idle";
function guarded(f: () => string) {
  state = "running";
  try {
    return f();
  } catch {
    state = "failed";
    return "fallback";
  } finally {
    if (state === "running") state = "idle";
  }
}
console.log(
  guarded(() => "ok"),
  state,
  guarded(() => thrower("x")),
  state,
);
for (const n of [1, 2, 3]) {
  try {
    if (n === 2) thrower("two");
    log.push(`ok ${n}`);
  } catch {
    continue;
  } finally {
    log.push(`f ${n}`);
  }
  log.push(`end ${n}`);
}
console.log(log.join("; "));
