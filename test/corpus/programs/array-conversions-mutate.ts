// array methods remember the length from before their arguments were converted
function shrinking(list: number[], index: number): number {
  return { valueOf: () => ((list.length = 1), index) } as unknown as number;
}
function attempt(run: (list: number[], index: number) => unknown): void {
  const list = [1, 2, 3, 4];
  console.log(run(list, shrinking(list, 0)), list);
}
attempt((list, index) => list.includes(undefined as unknown as number, index));
attempt((list, index) => list.indexOf(4, index));
attempt((list, index) => list.slice(index));
attempt((list, index) => list.splice(index, 3, 9));
attempt((list, index) => list.copyWithin(index, 2));
// Filling the far end of a long array leaves the rest of it empty.
const long = new Array<number>(4294967295);
console.log(Object.keys(long.fill(1, 4294967292)));
// expect: true [ 1 ]
// expect: -1 [ 1 ]
// expect: [ 1, <3 empty items> ] [ 1 ]
// expect: [ 1, <2 empty items> ] [ 9, <1 empty item> ]
// expect: [ <1 empty item> ] [ <1 empty item> ]
// expect: [ '4294967292', '4294967293', '4294967294' ]
