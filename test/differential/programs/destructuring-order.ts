// Order of evaluation in destructuring: keys, getters, defaults, targets
const log: string[] = [];
const t = <T>(name: string, value?: T) => {
  log.push(name);
  return value as T;
};
const source = {
  get a() {
    return t("get a", 1);
  },
  get b() {
    return t("get b", undefined);
  },
  get c() {
    return t("get c", { d: undefined });
  },
};
const {
  [t("key", "a") as "a"]: a = t("default a", 9),
  b = t("default b", 2),
  c: { d = t("default d", 3) },
} = source;
console.log(a, b, d, log.join("; "));
log.length = 0;
const target: any = {};
const at = (name: string) => {
  log.push(`target ${name}`);
  return target;
};
({
  a: at("x").x = t("unused"),
  b: at("y").y = t("used", "filled"),
  ...at("rest").others
} = source as any);
console.log(target, log.join("; "));
log.length = 0;
[at("0").zero, at("1").one = t("default 1", "one"), ...at("2").rest] = [
  t("element", "e"),
  undefined,
  3,
  4,
];
console.log(target, log.join("; "));
function params({ p = t("p", 1), q = p + t("q", 1) } = {} as any, [r = q, ...s] = [] as any[]) {
  return [p, q, r, s];
}
log.length = 0;
console.log(params(), params({ p: 5 }, [undefined, 7, 8]), log.join("; "));
let i = 0;
const list: number[] = [];
[list[i++], list[i++], list[i++]] = [10, 20, 30];
console.log(list, i);
