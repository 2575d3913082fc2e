/** String functions that call functions or read arbitrary objects; the rest is native. */

type Any = any;

/** `text` with the first (or every) `what` replaced by what `fn` answers. */
export function string_replaceWith(text: string, what: string, fn: Any, all: boolean): string {
  const width = what.length;
  let out = "";
  let done = 0;
  let at = text.indexOf(what);
  while (at >= 0) {
    out += text.slice(done, at);
    out += `${fn(what, at, text)}`;
    done = at + width;
    // An empty pattern matches once before every unit and at the end.
    const from = width > 0 ? done : at + 1;
    at = all && from <= text.length ? text.indexOf(what, from) : -1;
  }
  return out + text.slice(done);
}

export function string_raw(template: Any, ...values: Any[]): string {
  if (template === undefined || template === null) {
    throw new TypeError("Cannot convert undefined or null to object");
  }
  const raw = template.raw;
  if (raw === undefined || raw === null) {
    throw new TypeError("Cannot convert undefined or null to object");
  }
  const n = Math.trunc(Number(raw.length));
  let out = "";
  for (let i = 0; i < n; i++) {
    out += `${raw[i]}`;
    if (i + 1 < n && i < values.length) out += `${values[i]}`;
  }
  return out;
}
