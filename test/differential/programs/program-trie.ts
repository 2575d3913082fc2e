// A trie with prefixes, counts, deletion, fuzzy search and completion
class Trie {
  #children = new Map<string, Trie>();
  #ends = 0;
  size = 0;
  add(word: string) {
    let node: Trie = this;
    node.size++;
    for (const c of word) {
      let next = node.#children.get(c);
      if (!next) node.#children.set(c, (next = new Trie()));
      node = next;
      node.size++;
    }
    node.#ends++;
    return this;
  }
  #find(prefix: string): Trie | undefined {
    let node: Trie | undefined = this;
    for (const c of prefix) node = node?.#children.get(c);
    return node;
  }
  has(word: string) {
    return (this.#find(word)?.#ends ?? 0) > 0;
  }
  count(prefix: string) {
    return this.#find(prefix)?.size ?? 0;
  }
  remove(word: string): boolean {
    if (!this.has(word)) return false;
    let node: Trie = this;
    node.size--;
    for (const c of word) {
      const next = node.#children.get(c)!;
      if (--next.size === 0) {
        node.#children.delete(c);
        return true;
      }
      node = next;
    }
    node.#ends--;
    return true;
  }
  complete(prefix: string, limit = Infinity): string[] {
    const found: string[] = [];
    const visit = (node: Trie, word: string) => {
      if (found.length >= limit) return;
      if (node.#ends > 0) found.push(word);
      for (const c of [...node.#children.keys()].sort()) visit(node.#children.get(c)!, word + c);
    };
    const start = this.#find(prefix);
    if (start) visit(start, prefix);
    return found.slice(0, limit);
  }
  fuzzy(word: string, distance: number): string[] {
    const found: [string, number][] = [];
    const first = Array.from({ length: word.length + 1 }, (_, i) => i);
    const visit = (node: Trie, c: string, text: string, previous: number[]) => {
      const row = [previous[0] + 1];
      for (let i = 1; i <= word.length; i++)
        row.push(
          Math.min(row[i - 1] + 1, previous[i] + 1, previous[i - 1] + Number(word[i - 1] !== c)),
        );
      if (node.#ends > 0 && row[word.length] <= distance) found.push([text, row[word.length]]);
      if (Math.min(...row) <= distance)
        for (const [d, next] of node.#children) visit(next, d, text + d, row);
    };
    for (const [c, next] of this.#children) visit(next, c, c, first);
    return found
      .sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
      .map(([text, d]) => `${text}/${d}`);
  }
}
const trie = new Trie();
for (const word of "car card care careful cart cat dog do door done data car".split(" "))
  trie.add(word);
console.log(
  trie.size,
  trie.has("car"),
  trie.has("ca"),
  trie.count("car"),
  trie.count("do"),
  trie.count("x"),
);
console.log(trie.complete("car"), trie.complete("do", 2), trie.complete(""), trie.complete("zzz"));
console.log(trie.fuzzy("cat", 1), trie.fuzzy("doo", 1), trie.fuzzy("xyz", 2));
console.log(
  trie.remove("car"),
  trie.has("car"),
  trie.remove("car"),
  trie.has("car"),
  trie.remove("car"),
  trie.count("car"),
  trie.remove("careful"),
  trie.complete("care"),
  trie.size,
);
