/** structuredClone: a deep copy of data. Class instances become plain objects, as on the web. */

type Any = any;

function refuse(value: Any): never {
  const error: Any = new Error(`${String(value)} could not be cloned.`);
  error.name = "DataCloneError";
  throw error;
}

function copyProperties(from: Any, to: Any, seen: Map<object, Any>): void {
  for (const key of Object.keys(from)) to[key] = copy(from[key], seen);
}

function hide(object: Any, key: string, value: Any): void {
  const how = { value, writable: true, enumerable: false, configurable: true };
  Object.defineProperty(object, key, how);
}

function copyError(error: Any, seen: Map<object, Any>): Any {
  const message = error.message === undefined ? undefined : `${error.message}`;
  let out: Any;
  switch (error.name) {
    case "EvalError": out = new EvalError(message); break;
    case "RangeError": out = new RangeError(message); break;
    case "ReferenceError": out = new ReferenceError(message); break;
    case "SyntaxError": out = new SyntaxError(message); break;
    case "TypeError": out = new TypeError(message); break;
    case "URIError": out = new URIError(message); break;
    default: out = new Error(message);
  }
  seen.set(error, out);
  hide(out, "stack", error.stack);
  if ("cause" in error) {
    hide(out, "cause", copy(error.cause, seen));
  }
  return out;
}

function copy(value: Any, seen: Map<object, Any>): Any {
  if (typeof value === "symbol" || typeof value === "function") refuse(value);
  if (value === null || typeof value !== "object") return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const out: Any = [];
    out.length = value.length;
    seen.set(value, out);
    copyProperties(value, out, seen);
    return out;
  }
  if (value instanceof Map) {
    const out = new Map();
    seen.set(value, out);
    for (const [key, item] of value) out.set(copy(key, seen), copy(item, seen));
    return out;
  }
  if (value instanceof Set) {
    const out = new Set();
    seen.set(value, out);
    for (const item of value) out.add(copy(item, seen));
    return out;
  }
  if (value instanceof Error) return copyError(value, seen);
  if (value instanceof Uint8Array) {
    const out = new Uint8Array(value);
    seen.set(value, out);
    return out;
  }
  if (value instanceof String || value instanceof Number || value instanceof Boolean) {
    const out = Object(value.valueOf());
    seen.set(value, out);
    return out;
  }
  const out = {};
  seen.set(value, out);
  copyProperties(value, out, seen);
  return out;
}

export function structured_clone(...given: Any[]): Any {
  if (given.length === 0) throw new TypeError("The value argument must be specified");
  return copy(given[0], new Map());
}
