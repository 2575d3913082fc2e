// finally: overriding returns and throws, values already computed, loops left through it
function order() {
  let x = 1;
  try {
    return x;
  } finally {
    x = 2;
  }
}
function object() {
  const o = { x: 1 };
  try {
    return o;
  } finally {
    o.x = 2;
  }
}
function override(): string {
  try {
    return "try";
  } finally {
    // biome-ignore lint: the subject of this program
    return "finally";
  }
}
function swallow() {
  try {
    throw new Error("lost");
  } finally {
    return "swallowed";
  }
}
function replace() {
  try {
    throw new Error("first");
  } finally {
    throw new Error("second");
  }
}
function breaks() {
  const seen: number[] = [];
  for (let i = 0; i < 5; i++) {
    try {
      if (i === 1) continue;
      if (i === 3) break;
      seen.push(i);
    } finally {
      seen.push(i * 100);
    }
  }
  while (true) {
    try {
      throw 1;
    } finally {
      break;
    }
  }
  return seen;
}
function nested() {
  const log: string[] = [];
  try {
    try {
      try {
        log.push("body");
        throw "inner";
      } finally {
        log.push("f1");
      }
    } catch (e) {
      log.push(`catch ${e}`);
      throw "outer";
    } finally {
      log.push("f2");
    }
  } catch (e) {
    log.push(`catch ${e}`);
  } finally {
    log.push("f3");
  }
  return log;
}
console.log(order(), object(), override(), swallow(), breaks(), nested());
try {
  replace();
} catch (error: any) {
  console.log(error.message, error.cause);
}
const label = () => {
  out: try {
    break out;
  } finally {
    console.log("through the label");
  }
  return "after";
};
console.log(label());
