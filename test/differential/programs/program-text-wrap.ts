// Text layout: wrapping, justification, indentation, columns
const text = `The quick brown fox jumps over the lazy dog.  It was a bright cold day in April, and the clocks were striking thirteen.

Extraordinarilylongwordsmustbesplitsomewhere or they would not fit.`;
function wrap(paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (let word of paragraph.split(" ").filter((w) => w !== "")) {
    while (word.length > width) {
      if (line) {
        lines.push(line);
        line = "";
      }
      lines.push(`${word.slice(0, width - 1)}-`);
      word = word.slice(width - 1);
    }
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return line ? [...lines, line] : lines;
}
function justify(line: string, width: number) {
  const words = line.split(" ");
  if (words.length === 1) return line;
  let missing = width - line.length;
  for (let i = 0; missing > 0; i = (i + 1) % (words.length - 1), missing--) words[i] += " ";
  return words.join(" ");
}
const paragraphs = text.split("\n\n");
for (const width of [20, 31]) {
  console.log("+" + "-".repeat(width) + "+");
  for (const paragraph of paragraphs) {
    const lines = wrap(paragraph, width);
    lines.forEach((line, i) =>
      console.log(`|${(i < lines.length - 1 ? justify(line, width) : line).padEnd(width)}|`),
    );
    console.log(`|${" ".repeat(width)}|`);
  }
}
function columns(items: string[], width: number) {
  const cell = Math.max(...items.map((i) => i.length)) + 2;
  const perRow = Math.max(1, Math.floor(width / cell));
  const rows = Math.ceil(items.length / perRow);
  return Array.from({ length: rows }, (_, r) =>
    items
      .filter((_, i) => i % rows === r)
      .map((item) => item.padEnd(cell))
      .join("")
      .trimEnd(),
  );
}
console.log(
  columns("apple banana cherry date elderberry fig grape honeydew".split(" "), 40).join("\n"),
);
const dedent = (block: string) => {
  const lines = block
    .split("\n")
    .filter((l, i, all) => l.trim() !== "" || (i > 0 && i < all.length - 1));
  const margin = Math.min(
    ...lines.filter((l) => l.trim()).map((l) => l.length - l.trimStart().length),
  );
  return lines.map((l) => l.slice(margin)).join("\n");
};
console.log(
  dedent(`
    first
      second

    third
`),
);
