// JSON.stringify of deep structures is linear, finds long circles and ends where toJSON never does
function chain(length: number): { next: unknown; last: { next: unknown } } {
  const last: { next: unknown } = { next: null };
  let head: { next: unknown } = last;
  for (let i = 1; i < length; i++) head = { next: head };
  return { next: head, last };
}
function attempt(what: () => string | undefined): void {
  try {
    console.log(what()?.length);
  } catch (error) {
    console.log((error as Error).name, (error as Error).message.split("\n")[0]);
  }
}
attempt(() => JSON.stringify(chain(1500).next));
for (const length of [3, 64, 65, 66, 700]) {
  const circle = chain(length);
  circle.last.next = circle.next;
  const lead = { a: { b: circle.next } };
  try {
    console.log(JSON.stringify(lead));
  } catch (error) {
    console.log((error as Error).message.split("\n").length, (error as Error).message.includes("starting at object with constructor 'Object'"));
  }
}
class Endless {
  toJSON(): unknown {
    return { again: new Endless() };
  }
}
attempt(() => JSON.stringify(new Endless()));
attempt(() => JSON.stringify({ a: 1 }, () => ({ a: 1 })));
// expect: 13504
// expect: 5 true
// expect: 7 true
// expect: 7 true
// expect: 7 true
// expect: 7 true
// expect: StackOverflowError Maximum call stack size exceeded
// expect: StackOverflowError Maximum call stack size exceeded
