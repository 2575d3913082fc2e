/** Requests, right and wrong, from a seed. */

/** Mulberry32: numbers below `n`. */
export function generator(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const templates = [
  "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /path?query=1 HTTP/1.1\r\nHost: a.b:80\r\nAccept: */*\r\nX-Long: some text, more text\r\n\r\n",
  "GET http://a/b HTTP/1.1\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
  "HEAD /h HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
  "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
  "PUT /p HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\nGET / HTTP/1",
  "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1a;x=y\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n",
  "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\nTrailer: x\r\n\r\n",
  "POST /e HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab",
  "DELETE /d HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
];

const words = [
  "\r\n",
  "\n",
  "\r",
  " ",
  "\t",
  ":",
  ";",
  ",",
  "0",
  "1",
  "\0",
  "\x7f",
  "\xff",
  "/",
  "?",
  "#",
  '"',
  "\r\n\r\n",
  "\r\n ",
  "0\r\n\r\n",
  "HTTP/1.1",
  "HTTP/1.0",
  "chunked",
  "identity",
  "gzip, ",
  "Host: b\r\n",
  "Content-Length: 5\r\n",
  "Content-Length: 0\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding : chunked\r\n",
  "Transfer-Encoding: chunked, chunked\r\n",
  "Connection: close\r\n",
  "Upgrade: h2c\r\n",
  "Expect: 100-continue\r\n",
];

function mutate(text: string, below: (n: number) => number): string {
  const at = below(text.length + 1);
  const span = below(12);
  switch (below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(at + span);
    case 1:
      return text.slice(0, at) + text.slice(Math.max(0, at - span));
    case 2:
      return text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + (words[below(words.length)] ?? "") + text.slice(at);
    case 4:
      return text.slice(0, at) + (words[below(words.length)] ?? "") + text.slice(at + span);
    default: {
      // At the start of a line, where fields are.
      const line = text.indexOf("\r\n", at);
      const to = line < 0 ? 0 : line + 2;
      return text.slice(0, to) + (words[below(words.length)] ?? "") + text.slice(to);
    }
  }
}

/** One to three requests in a row, with none to four faults. */
export function requests(below: (n: number) => number): string {
  let text = "";
  for (let n = 1 + below(3); n > 0; n--) text += templates[below(templates.length)] ?? "";
  for (let n = below(5); n > 0; n--) text = mutate(text, below);
  return text;
}
