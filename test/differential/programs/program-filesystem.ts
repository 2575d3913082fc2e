// An in-memory file system with paths, globs, a tree printer and a shell of commands
type Node = Directory | TextFile;
class TextFile {
  constructor(public content = "") {}
  get size() {
    return this.content.length;
  }
}
class Directory {
  readonly entries = new Map<string, Node>();
  get size(): number {
    return [...this.entries.values()].reduce((sum, n) => sum + n.size, 0);
  }
}
class FsError extends Error {
  constructor(
    readonly code: string,
    path: string,
  ) {
    super(`${code}: ${path}`);
  }
}
const normalize = (path: string) =>
  path.split("/").reduce<string[]>((parts, part) => {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
    return parts;
  }, []);
class FileSystem {
  #root = new Directory();
  cwd = "/";
  #resolve(path: string) {
    return normalize(path.startsWith("/") ? path : `${this.cwd}/${path}`);
  }
  #find(path: string): Node {
    let node: Node = this.#root;
    for (const part of this.#resolve(path)) {
      if (!(node instanceof Directory)) throw new FsError("ENOTDIR", path);
      const next: Node | undefined = node.entries.get(part);
      if (!next) throw new FsError("ENOENT", path);
      node = next;
    }
    return node;
  }
  #parent(path: string): [Directory, string] {
    const parts = this.#resolve(path);
    const name = parts.pop();
    if (name === undefined) throw new FsError("EINVAL", path);
    const node = this.#find(`/${parts.join("/")}`);
    if (!(node instanceof Directory)) throw new FsError("ENOTDIR", path);
    return [node, name];
  }
  mkdir(path: string) {
    let node = this.#root;
    for (const part of this.#resolve(path)) {
      const next = node.entries.get(part) ?? new Directory();
      if (next instanceof TextFile) throw new FsError("EEXIST", path);
      node.entries.set(part, next);
      node = next;
    }
  }
  write(path: string, content: string, append = false) {
    const [directory, name] = this.#parent(path);
    const old = directory.entries.get(name);
    if (old instanceof Directory) throw new FsError("EISDIR", path);
    if (old) old.content = append ? old.content + content : content;
    else directory.entries.set(name, new TextFile(content));
  }
  read(path: string) {
    const node = this.#find(path);
    if (node instanceof Directory) throw new FsError("EISDIR", path);
    return node.content;
  }
  remove(path: string, recursive = false) {
    const [directory, name] = this.#parent(path);
    const node = directory.entries.get(name);
    if (!node) throw new FsError("ENOENT", path);
    if (node instanceof Directory && node.entries.size > 0 && !recursive)
      throw new FsError("ENOTEMPTY", path);
    directory.entries.delete(name);
  }
  move(from: string, to: string) {
    const [source, name] = this.#parent(from);
    const node = this.#find(from);
    const [target, newName] = this.#parent(to);
    source.entries.delete(name);
    target.entries.set(newName, node);
  }
  cd(path: string) {
    if (!(this.#find(path) instanceof Directory)) throw new FsError("ENOTDIR", path);
    this.cwd = `/${this.#resolve(path).join("/")}`;
  }
  walk(visit: (path: string, node: Node) => void, path = "", node: Node = this.#root) {
    if (path) visit(path, node);
    if (node instanceof Directory)
      for (const [name, child] of [...node.entries].sort(([a], [b]) => (a < b ? -1 : 1)))
        this.walk(visit, `${path}/${name}`, child);
  }
  tree() {
    const lines = ["/"];
    this.walk((path, node) =>
      lines.push(
        `${"  ".repeat(path.split("/").length - 1)}${path.split("/").at(-1)}${node instanceof Directory ? "/" : ` ${node.size}`}`,
      ),
    );
    return lines.join("\n");
  }
  glob(pattern: string) {
    const match = (p: string, t: string): boolean =>
      p === ""
        ? t === ""
        : p[0] === "*"
          ? match(p.slice(1), t) || (t !== "" && t[0] !== "/" && match(p, t.slice(1)))
          : t !== "" && (p[0] === "?" || p[0] === t[0]) && match(p.slice(1), t.slice(1));
    const found: string[] = [];
    this.walk((path) => match(pattern, path) && found.push(path));
    return found;
  }
}
const fs = new FileSystem();
const shell: Record<string, (...args: string[]) => unknown> = {
  mkdir: (p) => fs.mkdir(p),
  cd: (p = "/") => fs.cd(p),
  pwd: () => fs.cwd,
  echo: (text, op, p) => (op ? fs.write(p, `${text}\n`, op === ">>") : text),
  cat: (p) => JSON.stringify(fs.read(p)),
  mv: (a, b) => fs.move(a, b),
  rm: (...args) => fs.remove(args.at(-1)!, args[0] === "-r"),
  ls: (p) => fs.glob(p).join(" "),
};
const script = `mkdir /a/b/c; cd /a/b; pwd; echo one > x.txt; echo two >> x.txt; cat x.txt; cd ../..; echo hi > a/y.md; echo z > /a/b/c/z.txt
ls /a/*; ls /a/b/?.txt; mv a/y.md a/b/c/renamed.md; rm a/b; rm a/nope; cat a; cd a/b/x.txt; cat /a/b/x.txt/q; nope; rm -r a/b/c; mkdir /a/b/x.txt/k; ls /a/b/*`;
for (const line of script.split("\n").flatMap((l) => l.split(";"))) {
  const [command, ...args] = line.trim().split(" ");
  try {
    const f = shell[command];
    if (!f) throw new SyntaxError(`unknown command ${command}`);
    const result = f(...args);
    if (result !== undefined) console.log("$", line.trim(), "->", result);
  } catch (error: any) {
    console.log("$", line.trim(), "!!", error.message, error.code);
  }
}
console.log(fs.tree());
