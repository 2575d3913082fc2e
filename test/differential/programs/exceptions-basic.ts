// try, catch and finally
function f(x: number) {
  try {
    if (x === 0) throw new Error("zero");
    if (x === 1) return "returned";
    return "end";
  } catch (e: any) {
    return "caught " + e.message;
  } finally {
    console.log("finally", x);
  }
}
console.log(f(0), f(1), f(2));
function g() {
  try {
    return "try";
  } finally {
    return "finally";
  }
}
console.log(g());
function h() {
  for (let i = 0; i < 3; i++) {
    try {
      if (i === 1) continue;
      if (i === 2) break;
      console.log("body", i);
    } finally {
      console.log("fin", i);
    }
  }
  return "done";
}
console.log(h());
function nested() {
  try {
    try {
      throw new TypeError("inner");
    } finally {
      console.log("f1");
    }
  } catch (e: any) {
    console.log(e.name, e.message, e instanceof TypeError, e instanceof Error);
    throw new RangeError("outer", { cause: e });
  } finally {
    console.log("f2");
  }
}
try {
  nested();
} catch (e: any) {
  console.log(e.message, e.cause.message, String(e));
}
try {
  throw { code: 5 };
} catch ({ code }: any) {
  console.log(code);
}
try {
  throw null;
} catch (e) {
  console.log(e);
}
try {
  try {
    throw 1;
  } catch (e) {
    throw 2;
  } finally {
    console.log("x");
  }
} catch (e) {
  console.log(e);
}
label: try {
  break label;
} finally {
  console.log("break through finally");
}
const order: string[] = [];
function ret() {
  order.push("value");
  return "v";
}
function fin() {
  try {
    return ret();
  } finally {
    order.push("finally");
  }
}
console.log(fin(), order);
function overrides() {
  try {
    throw new Error("lost");
  } finally {
    return "kept";
  }
}
console.log(overrides());
function loop() {
  while (true) {
    try {
      throw 1;
    } catch {
      break;
    } finally {
      console.log("l");
    }
  }
  return 1;
}
console.log(loop());
