// CSV: quoted fields, escapes, records as objects, aggregation, writing back
function parseCsv(text: string, separator = ","): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') {
        field += '"';
        i++;
      } else if (c === '"') quoted = false;
      else field += c;
    } else if (c === '"') quoted = true;
    else if (c === separator || c === "\n") {
      row.push(field);
      field = "";
      if (c === "\n") {
        rows.push(row);
        row = [];
      }
    } else if (c !== "\r") field += c;
  }
  if (field !== "" || row.length > 0) rows.push([...row, field]);
  return rows;
}
const quote = (field: unknown) => {
  const text = String(field ?? "");
  return [",", '"', "\n"].some((c) => text.includes(c)) ? `"${text.replaceAll('"', '""')}"` : text;
};
const toCsv = (rows: unknown[][]) => rows.map((row) => row.map(quote).join(",")).join("\n");
const data = `region,product,units,price,note
north,pear,10,1.5,"sweet, ripe"
south,plum,4,2.25,"said ""yes"""
north,plum,6,2.25,
south,pear,,1.5,"two
lines"
west,fig,7,0.75,plain`;
const [header, ...body] = parseCsv(data);
const records = body.map((row) =>
  Object.fromEntries(header.map((name, i) => [name, row[i]])),
) as Record<string, string>[];
console.log(records.length, records[1].note, JSON.stringify(records[3]));
const totals = new Map<string, { units: number; revenue: number }>();
for (const { region, units, price } of records) {
  const total = totals.get(region) ?? { units: 0, revenue: 0 };
  total.units += Number(units);
  total.revenue += Number(units) * Number(price);
  totals.set(region, total);
}
for (const [region, { units, revenue }] of [...totals].sort(
  ([, a], [, b]) => b.revenue - a.revenue,
))
  console.log(region.padEnd(6), String(units).padStart(4), revenue.toFixed(2).padStart(8));
const pivot: Record<string, Record<string, number>> = {};
for (const { region, product, units } of records)
  ((pivot[region] ??= {})[product] ??= 0), (pivot[region][product] += Number(units));
console.log(pivot);
const again = toCsv(parseCsv(data));
console.log(
  JSON.stringify(parseCsv(again)) === JSON.stringify(parseCsv(data)),
  again.split("\n")[2],
  toCsv([
    ["a", null, undefined, 'x"y'],
    [1, true, "", "p,q"],
  ]),
);
console.log(
  parseCsv(""),
  parseCsv("\n"),
  parseCsv("a"),
  parseCsv('""'),
  parseCsv("a;b", ";"),
  parseCsv("x,y\r\n1,2\r\n"),
);
