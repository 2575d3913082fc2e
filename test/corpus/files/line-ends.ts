// lines of a file end with any line end, and the last needs none
import { fs } from "wo-fiber/std";
const path = `/tmp/wo_lines_${Math.floor(Math.random() * 2 ** 48)}`;
const texts = ["", "a", "a\n", "a\r\nb", "\n\n", "a\rb\n", "\r\n", "é\n"];
for (const text of texts) {
  fs.write(path, text);
  console.log([...fs.lines(path)]);
}
fs.write(path, new Uint8Array([0xc3, 0xa9, 10, 0xff]));
console.log([...fs.lines(path)]);
// Across the borders of the blocks that are read, in UTF-8 too; one is longer than a block.
const bytes = new Uint8Array(300000);
for (let i = 0; i < bytes.length; i += 2) bytes.set([0xc3, 0xa9], i);
for (let i = 65535; i < 200000; i += 1000) bytes.set([10, 10], i - 1);
fs.write(path, bytes);
console.log([...fs.lines(path)].join("\n") === fs.readText(path));
fs.remove(path);
// expect: []
// expect: [ 'a' ]
// expect: [ 'a' ]
// expect: [ 'a', 'b' ]
// expect: [ '', '' ]
// expect: [ 'a\rb' ]
// expect: [ '' ]
// expect: [ 'é' ]
// expect: [ 'é', '�' ]
// expect: true
