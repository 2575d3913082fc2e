// Orders and stock: data transformation, validation, reports, with optional data everywhere
interface Item {
  sku: string;
  name: string;
  price: number;
  stock: number;
  tags?: string[];
  supplier?: { name: string; contact?: { email?: string } };
}
const items: Item[] = [
  {
    sku: "A1",
    name: "bolt",
    price: 0.25,
    stock: 500,
    tags: ["metal", "small"],
    supplier: { name: "Acme", contact: { email: "acme@x" } },
  },
  {
    sku: "B2",
    name: "wrench",
    price: 12.5,
    stock: 8,
    tags: ["metal", "tool"],
    supplier: { name: "Tools Inc" },
  },
  { sku: "C3", name: "glue", price: 4, stock: 0, tags: ["chemical"] },
  { sku: "D4", name: "rope", price: 7.75, stock: 30 },
];
const orders = [
  {
    id: 1,
    lines: [
      ["A1", 100],
      ["B2", 2],
    ],
    customer: { name: "ann", discount: 0.1 },
  },
  {
    id: 2,
    lines: [
      ["C3", 1],
      ["A1", 450],
    ],
    customer: { name: "bob" },
  },
  {
    id: 3,
    lines: [
      ["D4", 4],
      ["X9", 1],
    ],
  },
  { id: 4, lines: [], customer: null },
] as {
  id: number;
  lines: [string, number][];
  customer?: { name: string; discount?: number } | null;
}[];
const bySku = new Map(items.map((item) => [item.sku, { ...item }]));
type Problem = { order: number; sku: string; why: "unknown" | "short"; missing?: number };
const problems: Problem[] = [];
const report = orders.map(({ id, lines, customer }) => {
  const { name = "guest", discount = 0 } = customer ?? {};
  let total = 0;
  const shipped: string[] = [];
  for (const [sku, wanted] of lines) {
    const item = bySku.get(sku);
    if (!item) {
      problems.push({ order: id, sku, why: "unknown" });
      continue;
    }
    const given = Math.min(wanted, item.stock);
    if (given < wanted) problems.push({ order: id, sku, why: "short", missing: wanted - given });
    if (given === 0) continue;
    item.stock -= given;
    total += given * item.price * (1 - discount);
    shipped.push(`${given}x${item.name}`);
  }
  return { id, name, shipped, total: Math.round(total * 100) / 100 };
});
for (const { id, name, shipped, total } of report)
  console.log(
    `#${id} ${name.padEnd(6)} ${total.toFixed(2).padStart(8)} ${shipped.join(", ") || "nothing"}`,
  );
console.log(problems);
console.log(
  items.map((i) => i.supplier?.contact?.email?.toUpperCase() ?? i.supplier?.name ?? "no supplier"),
);
const tags = new Map<string, string[]>();
for (const { tags: list = ["untagged"], name } of items)
  for (const tag of list) tags.set(tag, [...(tags.get(tag) ?? []), name]);
console.log(
  tags,
  [...tags].filter(([, names]) => names.length > 1).map(([tag]) => tag),
);
const stockValue = [...bySku.values()].reduce((sum, { price, stock }) => sum + price * stock, 0);
console.log(
  stockValue,
  items.reduce((sum, i) => sum + i.price * i.stock, 0) - stockValue,
  Object.fromEntries([...bySku].map(([sku, { stock }]) => [sku, stock])),
);
const table = [
  ["sku", "name", "price", "left"],
  ...[...bySku.values()]
    .toSorted((a, b) => a.stock - b.stock || (a.name < b.name ? -1 : 1))
    .map((i) => [i.sku, i.name, i.price.toFixed(2), `${i.stock}`]),
];
const widths = table[0].map((_, c) => Math.max(...table.map((row) => row[c].length)));
console.log(
  table
    .map((row) =>
      row.map((cell, c) => (c < 2 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join("  "),
    )
    .join("\n"),
);
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)}%`;
console.log(
  items.map((i) => percent(i.stock - (bySku.get(i.sku)?.stock ?? 0), i.stock)),
  delete bySku.get("A1")?.supplier,
  bySku.get("A1")?.supplier?.name,
);
