/** A small seeded generator of random choices; the same seed gives the same choices everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) | 0;
    for (let i = 0; i < 8; i++) this.#next();
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** An integer from 0 to `count - 1`. */
  below(count: number): number {
    return this.#next() % count;
  }

  /** True in about `percent` of a hundred cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new RangeError("nothing to pick from");
    return found;
  }

  /** One of several makers, each with its weight. */
  choose<T>(options: readonly (readonly [weight: number, make: () => T])[]): T {
    let at = this.below(options.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, make] of options) {
      if (at < weight) return make();
      at -= weight;
    }
    throw new RangeError("nothing to choose from");
  }
}
