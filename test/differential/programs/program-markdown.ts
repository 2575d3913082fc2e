// Markdown to HTML with string methods only: blocks by line, inline by scanning
function inline(text: string): string {
  let out = "";
  for (let i = 0; i < text.length; ) {
    const span = (mark: string, tag: string) => {
      if (!text.startsWith(mark, i)) return false;
      const end = text.indexOf(mark, i + mark.length);
      if (end < 0) return false;
      const inner = text.slice(i + mark.length, end);
      out += `<${tag}>${tag === "code" ? escape(inner) : inline(inner)}</${tag}>`;
      i = end + mark.length;
      return true;
    };
    if (span("**", "b") || span("*", "i") || span("`", "code")) continue;
    if (text[i] === "[") {
      const middle = text.indexOf("](", i);
      const end = text.indexOf(")", middle);
      if (middle > 0 && end > 0) {
        out += `<a href="${escape(text.slice(middle + 2, end))}">${inline(text.slice(i + 1, middle))}</a>`;
        i = end + 1;
        continue;
      }
    }
    out += escape(text[i++]);
  }
  return out;
}
const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
function render(markdown: string): string[] {
  const out: string[] = [];
  const open: string[] = [];
  let paragraph: string[] = [];
  let code: string[] | undefined;
  const close = (depth: number) => {
    while (open.length > depth) out.push(`${"  ".repeat(open.length - 1)}</${open.pop()}>`);
  };
  const flush = () => {
    if (paragraph.length > 0) out.push(`<p>${inline(paragraph.join(" "))}</p>`);
    paragraph = [];
  };
  for (const line of [...markdown.split("\n"), ""]) {
    if (code) {
      if (line.startsWith("```")) {
        out.push(`<pre>${escape(code.join("\n"))}</pre>`);
        code = undefined;
      } else code.push(line);
      continue;
    }
    const trimmed = line.trimStart();
    const indent = (line.length - trimmed.length) / 2;
    const level = [...trimmed].findIndex((c) => c !== "#");
    if (trimmed.startsWith("```")) {
      flush();
      close(0);
      code = [];
    } else if (level > 0 && trimmed[level] === " ") {
      flush();
      close(0);
      out.push(`<h${level}>${inline(trimmed.slice(level + 1))}</h${level}>`);
    } else if (trimmed.startsWith("- ") || trimmed.startsWith("+ ")) {
      flush();
      const tag = trimmed[0] === "-" ? "ul" : "ol";
      close(indent + 1);
      if (open.length <= indent) {
        out.push(`${"  ".repeat(open.length)}<${tag}>`);
        open.push(tag);
      }
      out.push(`${"  ".repeat(open.length)}<li>${inline(trimmed.slice(2))}</li>`);
    } else if (trimmed === "") {
      flush();
      close(0);
    } else paragraph.push(trimmed);
  }
  return out;
}
const source = `# Title with *stress* & \`code <b>\`

A paragraph with **bold and *nested* text**
over two lines, a [link "x"](http://a.b/?c=d&e), an open * star.

- one
- two
  + two.one
  + two.two
- three
## Second
\`\`\`
if (a < b && c) { return "x"; }

\`\`\`
end`;
for (const line of render(source)) console.log(line);
