// Labels on loops and blocks
let log = "";
a: for (let i = 0; i < 3; i++) {
  b: for (let j = 0; j < 3; j++) {
    try {
      if (j === 1) continue a;
      if (i === 2) break a;
      log += `${i}${j} `;
    } finally {
      log += "f ";
    }
  }
}
console.log(log);
function find(m: number[][], t: number) {
  let r = "none";
  search: for (const row of m) {
    for (const v of row) {
      if (v === t) {
        r = "found";
        break search;
      }
    }
  }
  return r;
}
console.log(
  find(
    [
      [1, 2],
      [3, 4],
    ],
    3,
  ),
  find([[1]], 9),
);
x: {
  y: {
    break x;
  }
}
z: if (true) {
  break z;
}
sw: switch (1) {
  case 1:
    for (;;) break sw;
}
let n = 0;
w: while (true) {
  do {
    if (n++ > 3) break w;
    continue w;
  } while (true);
}
console.log(n);
function fin() {
  for (const x of [1, 2, 3]) {
    try {
      try {
        if (x === 2) return "ret" + x;
      } finally {
        if (x === 2) continue;
        log += x;
      }
    } finally {
      log += "o";
    }
  }
  return log.slice(-4);
}
console.log(fin());
