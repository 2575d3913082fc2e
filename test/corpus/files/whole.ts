// fs: whole files, directories and entries; errors name the call and the path
// expect: é line
// expect: 8 8 file directory
// expect: a,sub
// expect: a|b|last
// expect: ENOENT: no such file or directory, open 'DIR/no' open DIR/no number
// expect: EISDIR: illegal operation on a directory, read read undefined number
// expect: EEXIST: file already exists, mkdir 'DIR' mkdir DIR number
// expect: ENOTEMPTY: directory not empty, rmdir 'DIR' rmdir DIR number
// expect: ENOENT: no such file or directory, rename 'DIR/q' -> 'DIR/z' rename DIR/q number
// expect: ENOTDIR: not a directory, scandir 'DIR/a' scandir DIR/a number
// expect: ENOENT: no such file or directory, stat 'DIR/q' stat DIR/q number
// expect: ENOENT: no such file or directory, open 'DIR/q' open DIR/q number
// expect: false
import { fs, time } from "wo-fiber/std";

const dir = `/tmp/wo-corpus-files-${time.now()}-${Math.floor(Math.random() * 1e9)}`;
fs.mkdir(`${dir}/sub/deeper`, { recursive: true });
fs.write(`${dir}/a`, "é li");
fs.append(`${dir}/a`, Uint8Array.of(110, 101, 10));
console.log(fs.readText(`${dir}/a`).trimEnd());
const { size, kind } = fs.stat(`${dir}/a`);
console.log(size, fs.readBytes(`${dir}/a`).length, kind, fs.stat(`${dir}/sub`).kind);
console.log(fs.list(dir).join());
fs.write(`${dir}/lines`, "a\r\nb\nlast");
console.log([...fs.lines(`${dir}/lines`)].join("|"));
const refused: (() => unknown)[] = [
  () => fs.readText(`${dir}/no`),
  () => fs.readText(dir),
  () => fs.mkdir(dir),
  () => fs.remove(dir),
  () => fs.rename(`${dir}/q`, `${dir}/z`),
  () => fs.list(`${dir}/a`),
  () => fs.stat(`${dir}/q`),
  () => fs.lines(`${dir}/q`),
];
for (const call of refused) {
  try {
    call();
  } catch (error) {
    const { message, syscall, path, errno } = error as Error & { syscall: string; path?: string; errno: number };
    console.log([message, syscall, path, typeof errno].map((part) => `${part}`.replaceAll(dir, "DIR")).join(" "));
  }
}
fs.remove(dir, { recursive: true });
console.log(fs.exists(dir));
