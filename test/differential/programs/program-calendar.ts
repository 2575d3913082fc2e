// Calendar arithmetic on plain numbers: leap years, weekdays, month tables, intervals
class Day {
  private constructor(readonly number: number) {}
  static of(year: number, month: number, day: number) {
    const y = month <= 2 ? year - 1 : year;
    const era = Math.floor(y / 400);
    const yoe = y - era * 400;
    const doy = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
    const doe = yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy;
    return new Day(era * 146097 + doe - 719468);
  }
  static parse(text: string) {
    const [y, m, d] = text.split("-").map(Number);
    const day = Day.of(y, m, d);
    if (`${day}` !== text) throw new RangeError(`no such day: ${text}`);
    return day;
  }
  get parts(): [number, number, number] {
    const z = this.number + 719468;
    const era = Math.floor(z / 146097);
    const doe = z - era * 146097;
    const yoe = Math.floor(
      (doe - Math.floor(doe / 1460) + Math.floor(doe / 36524) - Math.floor(doe / 146096)) / 365,
    );
    const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
    const mp = Math.floor((5 * doy + 2) / 153);
    const month = mp < 10 ? mp + 3 : mp - 9;
    return [
      yoe + era * 400 + (month <= 2 ? 1 : 0),
      month,
      doy - Math.floor((153 * mp + 2) / 5) + 1,
    ];
  }
  get weekday() {
    return (((this.number + 3) % 7) + 7) % 7;
  }
  plus(days: number) {
    return new Day(this.number + days);
  }
  valueOf() {
    return this.number;
  }
  toString() {
    const [y, m, d] = this.parts;
    return `${String(y).padStart(4, "0")}-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}`;
  }
}
const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
for (const text of ["1970-01-01", "2000-02-29", "1900-03-01", "2024-12-31", "0001-01-01"]) {
  const day = Day.parse(text);
  console.log(
    text,
    day.number,
    names[day.weekday],
    `${day.plus(1)}`,
    `${day.plus(-1)}`,
    `${day.plus(1000)}`,
  );
}
for (const bad of ["2023-02-29", "1900-02-29", "2024-13-01", "2024-04-31"]) {
  try {
    console.log(`${Day.parse(bad)}`);
  } catch (error: any) {
    console.log(error.name, error.message);
  }
}
console.log(
  (Day.parse("2024-03-01") as any) - (Day.parse("2024-02-01") as any),
  (Day.parse("2024-01-01") as any) < (Day.parse("2024-01-02") as any),
  `${[Day.of(2024, 5, 1), Day.of(2023, 5, 1)].sort((a: any, b: any) => a - b)[0]}`,
);
let consistent = true;
for (let n = -800000; n < 800000; n += 997) {
  const [y, m, d] = Day.of(1970, 1, 1).plus(n).parts;
  if (Day.of(y, m, d).number !== n) consistent = false;
}
console.log(consistent);
function month(year: number, m: number) {
  const first = Day.of(year, m, 1);
  const length = Day.of(m === 12 ? year + 1 : year, (m % 12) + 1, 1).number - first.number;
  const cells = [...new Array(first.weekday).fill(""), ...Array.from({ length }, (_, i) => i + 1)];
  const rows = [names.map((n) => n.slice(0, 2))] as (string | number)[][];
  while (cells.length > 0) rows.push(cells.splice(0, 7));
  return rows.map((row) => row.map((c) => String(c).padStart(2)).join(" ")).join("\n");
}
console.log(month(2024, 2));
console.log(
  month(2023, 10).split("\n").length,
  [2023, 2024, 1900, 2000].map((y) => Day.of(y + 1, 1, 1).number - Day.of(y, 1, 1).number),
);
const fridays: string[] = [];
for (let m = 1; m <= 12; m++)
  if (Day.of(2026, m, 13).weekday === 4) fridays.push(`${Day.of(2026, m, 13)}`);
console.log(fridays);
