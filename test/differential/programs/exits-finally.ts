// Leaving blocks through finally
const log = (...a: unknown[]) => console.log(...a);
function a1() {
  try {
    return "t";
  } finally {
    log("f1");
  }
}
function a2() {
  for (const x of [1, 2, 3]) {
    try {
      if (x === 2) continue;
      if (x === 3) break;
      log("x", x);
    } finally {
      log("fin", x);
    }
  }
  return "end";
}
function a3() {
  try {
    try {
      throw new Error("a");
    } finally {
      log("inner");
    }
  } catch (e) {
    log("caught", (e as Error).message);
    return 1;
  } finally {
    log("outer");
  }
}
function a4() {
  outer: for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      try {
        if (j === 1) continue outer;
        if (i === 2) break outer;
        log(i, j);
      } finally {
        log("f", i, j);
      }
    }
  }
}
function a5() {
  try {
    return 1;
  } finally {
    return 2;
  }
}
function a6() {
  for (;;) {
    try {
      return 1;
    } finally {
      break;
    }
  }
  return 3;
}
function a7() {
  let v = 1;
  try {
    return v;
  } finally {
    v = 2;
  }
}
function a8() {
  try {
    throw 1;
  } catch {
    throw 2;
  } finally {
    log("f8");
  }
}
function a9() {
  try {
    throw 1;
  } catch (e) {
    try {
      throw 2;
    } catch (e) {
      log("in", e);
    }
    log("out", e);
  }
}
function b1() {
  l: try {
    log("in l");
    break l;
  } finally {
    log("fl");
  }
  return "after";
}
function b2() {
  let n = 0;
  while (true) {
    try {
      n++;
      if (n < 3) continue;
      return n;
    } finally {
      log("n", n);
      if (n === 5) break;
    }
  }
}
function b3(it: Iterable<number>) {
  for (const x of it) {
    try {
      return x;
    } catch (e) {
      log("not me");
    }
  }
}
function mk(bad = false) {
  let i = 0;
  return {
    [Symbol.iterator]() {
      return this;
    },
    next() {
      return { done: i >= 3, value: i++ };
    },
    return() {
      log("return called");
      if (bad) throw new Error("bad return");
      return {};
    },
  };
}
function b4() {
  try {
    for (const x of mk()) {
      throw new Error("body " + x);
    }
  } catch (e) {
    log((e as Error).message);
  }
}
function b5() {
  try {
    for (const x of mk(true)) {
      throw new Error("body " + x);
    }
  } catch (e) {
    log((e as Error).message);
  }
}
function b6() {
  try {
    for (const x of mk(true)) {
      break;
    }
  } catch (e) {
    log((e as Error).message);
  }
}
function b7() {
  a: for (const x of mk())
    for (const y of mk()) {
      if (y === 1) continue a;
      if (x === 1) break a;
      log(x, y);
    }
}
function b8() {
  try {
    const [p] = mk();
    log(p);
    const [q, r, s, t] = mk();
    log(q, r, s, t);
    const [...z] = mk();
    log(z);
    const [, w, ...v] = mk();
    log(w, v);
  } finally {
    log("b8");
  }
}
function b9() {
  const o = {
    set x(v: number) {
      throw new Error("set " + v);
    },
  };
  try {
    [o.x] = mk();
  } catch (e) {
    log((e as Error).message);
  }
}
function c1() {
  try {
    const [
      a = (() => {
        throw new Error("dflt");
      })(),
    ] = [] as any;
  } catch (e) {
    log((e as Error).message);
  }
  try {
    let q;
    [
      q = (() => {
        throw new Error("d2");
      })(),
    ] = {
      [Symbol.iterator]() {
        return {
          next() {
            return { done: false, value: undefined };
          },
          return() {
            log("closed");
            return {};
          },
        };
      },
    } as any;
  } catch (e) {
    log((e as Error).message);
  }
}
function c2() {
  switch (1 as number) {
    case 0:
      log("0");
    case 1:
      try {
        break;
      } finally {
        log("sf");
      }
    case 2:
      log("no");
  }
}
function c3() {
  try {
  } finally {
    log("empty try");
  }
  try {
    log("x");
  } catch {}
}
function c4(n: number) {
  try {
    if (n === 0) return "zero";
    try {
      if (n === 1) throw "one";
      if (n === 2) return "two";
    } finally {
      log("in", n);
      if (n === 3) return "three";
    }
    return "rest";
  } catch (e) {
    return "c" + e;
  } finally {
    log("out", n);
  }
}
function c5() {
  do {
    try {
      continue;
    } finally {
      log("do");
    }
  } while (false);
  return "done";
}
for (const f of [a1, a2, a3, a4, a5, a6, a7, a9, b1, b2, b4, b5, b6, b7, b8, b9, c1, c2, c3, c5])
  log(f.name, f());
try {
  a8();
} catch (e) {
  log(e);
}
try {
  log(b3(mk(true)));
} catch (e) {
  log("b3", (e as Error).message);
}
log(b3(mk()));
for (const n of [0, 1, 2, 3, 4]) log(c4(n));
