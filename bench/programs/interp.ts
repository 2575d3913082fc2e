// Workload A: the interpreter kernels of bench/peers/node/interp.js, as a program for wo.
import { args, time } from "wo-fiber/std";

interface Body {
  x: number;
  y: number;
  z: number;
  vx: number;
  vy: number;
  vz: number;
  mass: number;
}
interface Tree {
  l: Tree | null;
  r: Tree | null;
}

function fibWork(): number {
  const fib = (n: number): number => (n < 2 ? n : fib(n - 1) + fib(n - 2));
  return fib(32);
}

function loop(): number {
  let s = 0;
  for (let i = 0; i < 100000000; i++) s += i;
  return s;
}

function nbody(): number {
  const b = (
    x: number,
    y: number,
    z: number,
    vx: number,
    vy: number,
    vz: number,
    mass: number,
  ): Body => ({ x, y, z, vx, vy, vz, mass });
  const B = [
    b(0, 0, 0, 0, 0, 0, 39.47841760435743),
    b(
      4.8414314424647209,
      -1.16032004402742839,
      -0.10362204447112311,
      0.60632639299583202,
      2.81198684491626016,
      -0.02521836165988763,
      0.03769367487038949,
    ),
    b(
      8.34336671824457987,
      4.12479856412430479,
      -0.40352341711432138,
      -1.01077434617879236,
      1.82566237123041186,
      0.00841576137658415,
      0.01128632613196877,
    ),
    b(
      12.89436956213912,
      -15.11115140169863,
      -0.22330757889265573,
      1.08279100644153536,
      0.86871301816960822,
      -0.01083263740136364,
      0.00172372405705971,
    ),
    b(
      15.3796971148509165,
      -25.9193146099879641,
      0.17925877295037118,
      0.97909073224389798,
      0.59469899864767617,
      -0.03475595555078104,
      0.00203368686992463,
    ),
  ];
  for (let s = 0; s < 1000000; s++) {
    for (let i = 0; i < 5; i++) {
      const p = B[i];
      for (let j = i + 1; j < 5; j++) {
        const q = B[j],
          dx = p.x - q.x,
          dy = p.y - q.y,
          dz = p.z - q.z;
        const d2 = dx * dx + dy * dy + dz * dz,
          mag = 0.01 / (d2 * Math.sqrt(d2));
        const mi = p.mass * mag,
          mj = q.mass * mag;
        p.vx -= dx * mj;
        p.vy -= dy * mj;
        p.vz -= dz * mj;
        q.vx += dx * mi;
        q.vy += dy * mi;
        q.vz += dz * mi;
      }
    }
    for (let i = 0; i < 5; i++) {
      const p = B[i];
      p.x += 0.01 * p.vx;
      p.y += 0.01 * p.vy;
      p.z += 0.01 * p.vz;
    }
  }
  return B[0].x;
}

function mandel(): number {
  let total = 0;
  for (let y = 0; y < 400; y++)
    for (let x = 0; x < 400; x++) {
      const cr = (2.0 * x) / 400 - 1.5,
        ci = (2.0 * y) / 400 - 1.0;
      let zr = 0,
        zi = 0,
        i = 0;
      while (i < 50 && zr * zr + zi * zi <= 4.0) {
        const t = zr * zr - zi * zi + cr;
        zi = 2.0 * zr * zi + ci;
        zr = t;
        i++;
      }
      total += i;
    }
  return total;
}

function sieve(): number {
  const n = 5000000,
    c = new Uint8Array(n + 1);
  let count = 0;
  for (let i = 2; i <= n; i++)
    if (!c[i]) {
      count++;
      for (let j = i + i; j <= n; j += i) c[j] = 1;
    }
  return count;
}

function words(): number {
  const parts: string[] = [];
  let x = 42;
  for (let i = 0; i < 500000; i++) {
    x = (x * 3877 + 29573) % 139968;
    parts.push("word" + (x % 5000));
  }
  const text = parts.join(" "),
    m = new Map<string, number>();
  for (const w of text.split(" ")) m.set(w, (m.get(w) || 0) + 1);
  let sum = text.length;
  for (const [k, v] of m) sum += k.length * v;
  return sum + m.size;
}

function trees(): number {
  const mk = (d: number): Tree => (d ? { l: mk(d - 1), r: mk(d - 1) } : { l: null, r: null });
  const check = (t: Tree): number => (t.l ? 1 + check(t.l) + check(t.r as Tree) : 1);
  const max = 16,
    longlived = mk(max);
  let sum = check(mk(max + 1));
  for (let d = 4; d <= max; d += 2)
    for (let i = 0; i < 1 << (max - d + 4); i++) sum += check(mk(d));
  return sum + check(longlived);
}

const work: Record<string, () => number> = {
  fib: fibWork,
  loop,
  nbody,
  mandel,
  sieve,
  words,
  trees,
};

export function main(): void {
  const t = time.monotonic();
  const r = work[args[0]]();
  console.log((time.monotonic() - t).toFixed(3), r);
}
