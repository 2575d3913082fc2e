// fs.open: read, write, seek, sync, size, lines; close ends it, release drops the hold
// expect: 11 11
// expect: hello
// expect:  worl
// expect: d
// expect: undefined
// expect: HELLO world
// expect: HELLO world and more
// expect: one|two|three
// expect: undefined
// expect: two three
// expect: EBADF: bad file descriptor, read
// expect: StateError read: this hold was released
// expect: StateError read: this hold was released
// expect: RangeError seek: the offset must be an integer, 0 or more
// expect: TypeError fs.open: the mode must be "r", "w", "a" or "r+"
// expect: ENOENT: no such file or directory
// expect: NotSendableError
// expect: File {}
import { fs, spawn, time } from "wo-fiber/std";

const path = `/tmp/wo-corpus-open-${time.now()}-${Math.floor(Math.random() * 1e9)}`;
const text = (bytes: Uint8Array | undefined) => (bytes ? String.fromCharCode(...bytes) : bytes);
{
  using file = fs.open(path, "w");
  file.write("hello ");
  file.write(Uint8Array.of(119, 111, 114, 108, 100));
  file.sync();
  console.log(file.size, fs.stat(path).size);
}
{
  const file = fs.open(path);
  for (let i = 0; i < 4; i++) console.log(text(file.read(5)));
}
{
  const file = fs.open(path, "r+");
  file.write("HELLO");
  file.seek(0);
  console.log(text(file.read()));
}
fs.open(path, "a").write(" and more");
console.log(fs.readText(path));
fs.write(path, "one\r\ntwo\nthree");
const lines = fs.open(path);
console.log([...lines].join("|"));
console.log(lines.read());
lines.seek(0);
for (const line of lines) if (line === "one") break;
console.log(text(lines.read())?.replace("\n", " "));
lines.close();
lines.close();
const refused: (() => unknown)[] = [
  () => lines.read(),
  () => {
    lines.release();
    lines.release();
    lines.read();
  },
  () => [...lines],
  () => fs.open(path).seek(-1),
  () => fs.open(path, "x" as "r"),
  () => fs.open(`${path}-no`),
  () => {
    const file = fs.open(path);
    spawn((file: unknown) => file, file);
  },
];
for (const call of refused) {
  try {
    call();
  } catch (error) {
    const { name, message } = error as Error;
    console.log(name === "NotSendableError" ? name : name === "IoError" ? message.split(", open")[0] : `${name} ${message}`);
  }
}
console.log(fs.open(path));
fs.remove(path);
