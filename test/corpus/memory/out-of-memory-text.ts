// text over the quota is OutOfMemoryError, and what the failed call held is free in the handler
// flags: --quota 1000000
const line = "x".repeat(20000);
const lines = new Array<string>(200).fill(line);
function name(attempt: () => unknown): string {
  try {
    attempt();
    return "made";
  } catch (error) {
    return (error as Error).name;
  }
}
for (let round = 0; round < 3; round++) {
  const seen = [];
  try {
    JSON.stringify(lines);
  } catch (error) {
    seen.push((error as Error).name);
  }
  seen.push(name(() => lines.join()));
  seen.push(name(() => line.replaceAll("x", line)));
  seen.push(name(() => `${line}`.repeat(100)));
  seen.push(name(() => lines.reduce((text, next) => text + next, "")));
  seen.push(name(() => encodeURIComponent("\u20ac".repeat(200000))));
  seen.push(name(() => lines.map((text) => text.toUpperCase())));
  console.log(seen.join(" "));
}
// expect: OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError
// expect: OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError
// expect: OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError OutOfMemoryError
