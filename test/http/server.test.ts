/** wo-fiber/http as a server, rule by rule: on connections in memory, cut at every place. */
import { describe, expect, test } from "vitest";
import { type Case, type Outcome, serve } from "./harness.ts";

const head = (line: string, ...fields: string[]): string => [line, ...fields, "", ""].join("\r\n");
const get = (path: string, ...fields: string[]): string =>
  head(`GET ${path} HTTP/1.1`, "Host: x", ...fields);
const post = (path: string, body: string, ...fields: string[]): string =>
  head(`POST ${path} HTTP/1.1`, "Host: x", `Content-Length: ${body.length}`, ...fields) + body;
const chunked = (path: string, body: string): string =>
  head(`POST ${path} HTTP/1.1`, "Host: x", "Transfer-Encoding: chunked") + body;

/** A response as the server writes it, without the date. */
const ok = (body: string, ...fields: string[]): string =>
  head(
    "HTTP/1.1 200 OK",
    ...fields,
    "content-type: text/plain;charset=UTF-8",
    `content-length: ${body.length}`,
  ) + body;
const bytes = (body: string): string =>
  head("HTTP/1.1 200 OK", `content-length: ${body.length}`) + body;

async function one(input: string, more: Omit<Case, "input"> = {}): Promise<Outcome> {
  const [outcome] = await serve([{ input, cuts: "each", ...more }]);
  if (outcome === undefined) throw new Error("no outcome");
  expect(outcome.differs).toEqual([]);
  return outcome;
}

/** The status of the last response. */
function lastStatus({ output }: Outcome): number {
  const at = output.lastIndexOf("HTTP/1.1 ");
  return Number(output.slice(at + 9, at + 12));
}

/** Cases by name, run by one process; each ends refused with a status and a closed connection. */
function refusals(status: number, cases: Record<string, string | Case>): void {
  const list = Object.entries(cases);
  test.each([status])("%i", async () => {
    const outcomes = await serve(
      list.map(([, what]) =>
        typeof what === "string"
          ? { input: what, cuts: "each" as const }
          : { cuts: "each" as const, ...what },
      ),
    );
    const seen = outcomes.map((outcome, i) => ({
      name: list[i]?.[0],
      status: lastStatus(outcome),
      requests: outcome.requests.length,
      responses: outcome.output.split("HTTP/1.1 ").length - 1,
      close: outcome.output.includes("connection: close\r\n"),
      events: outcome.events,
      differs: outcome.differs,
      raised: outcome.raised,
    }));
    expect(seen).toEqual(
      list.map(([name]) => ({
        name,
        status,
        requests: 0,
        responses: 1,
        close: true,
        events: ["half", "closed"],
        differs: [],
        raised: "",
      })),
    );
  });
}

describe("requests", () => {
  test("method, path, query", async () => {
    const { output, events } = await one(get("/a/b?c=d&e"));
    expect(output).toBe(ok("GET /a/b?c=d&e /a/b c=d&e "));
    expect(events).toEqual(["closed"]);
  });
  test("a whole URL as target, as proxies send it", async () => {
    const { output } = await one(get("http://x:80/a?b") + get("HTTP://x") + get("http://x?q"));
    expect(output).toContain("GET http://x:80/a?b /a b ");
    expect(output).toContain("GET HTTP://x /  ");
    expect(output).toContain("GET http://x?q / q ");
  });
  test("OPTIONS *", async () => {
    expect((await one(head("OPTIONS * HTTP/1.1", "Host:"))).output).toBe(ok("OPTIONS * *  "));
  });
  test("headers are found in any case, trimmed, joined, iterated in lower case", async () => {
    const input = get(
      "/kept?q",
      "X-A:  one \t",
      "x-a: two",
      "Cookie: a=1",
      "COOKIE: b=2",
      "X-Empty:",
    );
    const { output } = await one(input);
    expect(JSON.parse(output.slice(output.indexOf("\r\n\r\n") + 4))).toEqual([
      "one, two",
      false,
      [
        ["host", "x"],
        ["x-a", "one"],
        ["x-a", "two"],
        ["cookie", "a=1"],
        ["cookie", "b=2"],
        ["x-empty", ""],
      ],
      "",
      "q",
    ]);
  });
  test("a body by length", async () => {
    expect((await one(post("/echo", "hello\r\n\r\n"))).output).toBe(bytes("hello\r\n\r\n"));
  });
  test("a body in chunks, with extensions and trailers", async () => {
    const body = '5\r\nhello\r\n00A;a="b\\";\x80";c;d=e\r\n0123456789\r\n0\r\nT: 1\r\nU:\r\n\r\n';
    expect((await one(chunked("/echo", body) + get("/x"))).output).toBe(
      bytes("hello0123456789") + ok("GET /x /x  "),
    );
  });
  test("text is UTF-8 without its mark", async () => {
    expect((await one(post("/", "\xef\xbb\xbf\xc3\xa9\xff"))).output).toContain(
      "POST / /  \xc3\xa9\xef\xbf\xbd",
    );
  });
  test("JSON", async () => {
    const { output } = await one(post("/json", '{"a":[1]}'));
    expect(output).toBe(
      `${head("HTTP/1.1 200 OK", "content-length: 17", "content-type: application/json")}{"got":{"a":[1]}}`,
    );
  });
  test("a request made into a response", async () => {
    expect((await one(post("/remade", "abc"), { cuts: [] })).output).toContain(
      "3\r\nabc\r\n0\r\n\r\n",
    );
  });
  test("empty lines before a request are passed over", async () => {
    expect((await one(`\r\n\r\n${get("/a")}\r\n${get("/b")}`)).output).toBe(
      ok("GET /a /a  ") + ok("GET /b /b  "),
    );
  });
});

describe("connections", () => {
  test("pipelined requests are answered in order, gathered", async () => {
    const { output, requests } = await one(post("/echo", "1") + get("/2") + post("/echo", "3"));
    expect(requests).toEqual(["POST /echo", "GET /2", "POST /echo"]);
    expect(output).toBe(bytes("1") + ok("GET /2 /2  ") + bytes("3"));
  });
  test.each([
    ["HTTP/1.1", [], true, ""],
    ["HTTP/1.1", ["Connection: foo, CLOSE"], false, "connection: close"],
    ["HTTP/1.1", ["Connection: keep-alive"], true, ""],
    ["HTTP/1.0", [], false, "connection: close"],
    ["HTTP/1.0", ["Connection: Keep-Alive"], true, "connection: keep-alive"],
    ["HTTP/1.0", ["Connection: keep-alive, close"], false, "connection: close"],
  ] as const)("%s with %j keeps the connection: %s", async (version, fields, keeps, said) => {
    const input = head(`GET /a ${version}`, "Host: x", ...fields);
    const { output, requests } = await one(input + input);
    expect(requests.length).toBe(keeps ? 2 : 1);
    const first = ok("GET /a /a  ", ...(said === "" ? [] : [said]));
    expect(output).toBe(keeps ? first + first : first);
  });
  test("a response may close", async () => {
    const { output, requests } = await one(get("/close") + get("/x"));
    expect(requests).toEqual(["GET /close"]);
    expect(output).toContain("connection: close\r\n");
  });
  test("one that ends or waits without a request is closed in silence", async () => {
    for (const more of [{}, { stalls: true }]) {
      expect(await one("", more)).toMatchObject({ output: "", events: ["closed"], raised: "" });
      expect(await one(get("/a"), more)).toMatchObject({ output: ok("GET /a /a  ") });
    }
  });
  test("a body nobody read is passed over", async () => {
    expect((await one(post("/ignore", "x".repeat(99)) + get("/b"))).output).toBe(
      ok("ignored") + ok("GET /b /b  "),
    );
    expect((await one(chunked("/first", "1\r\na\r\n1\r\nb\r\n0\r\n\r\n") + get("/b"))).output).toBe(
      ok("first of true") + ok("GET /b /b  "),
    );
  });
  test("a large body nobody read ends the connection", async () => {
    const { output, requests, events } = await one(
      post("/ignore", "x".repeat(300_000)) + get("/b"),
      { cuts: [65536, 131072] },
    );
    expect(output).toBe(ok("ignored", "connection: close"));
    expect(requests).toEqual(["POST /ignore"]);
    expect(events).toEqual(["half", "closed"]);
  });
  test("Expect: 100-continue is answered when the body is wanted", async () => {
    const expecting = head(
      "POST /echo HTTP/1.1",
      "Host: x",
      "Expect: 100-Continue",
      "Content-Length: 2",
    );
    const { output } = await one(`${expecting}ab`, { cuts: [expecting.length] });
    expect(output).toBe(`HTTP/1.1 100 Continue\r\n\r\n${bytes("ab")}`);
    // What sends without waiting is not told.
    expect((await one(`${expecting}ab`, { cuts: [] })).output).toBe(bytes("ab"));
  });
  test("a body that was not asked for is not waited for", async () => {
    const expecting = head(
      "POST /ignore HTTP/1.1",
      "Host: x",
      "Expect: 100-continue",
      "Content-Length: 2",
    );
    const { output, events } = await one(expecting);
    expect(output).toBe(ok("ignored", "connection: close"));
    expect(events).toEqual(["half", "closed"]);
  });
});

describe("responses", () => {
  test("HEAD gets the head alone", async () => {
    const { output } = await one(
      head("HEAD /x HTTP/1.1", "Host: x") +
        head("HEAD /chunks HTTP/1.1", "Host: x") +
        head("HEAD /length HTTP/1.1", "Host: x"),
    );
    expect(output).toBe(
      ok("HEAD /x /x  ").replace("HEAD /x /x  ", "") +
        head("HTTP/1.1 200 OK", "transfer-encoding: chunked") +
        head("HTTP/1.1 200 OK", "content-length: 12"),
    );
  });
  test("in chunks; no chunk is empty", async () => {
    expect((await one(get("/chunks"))).output).toBe(
      `${head("HTTP/1.1 200 OK", "transfer-encoding: chunked")}3\r\none\r\n3\r\ntwo\r\n2\r\n\xc3\xa9\r\n0\r\n\r\n`,
    );
  });
  test("HTTP/1.0 gets what would be chunks until the connection ends", async () => {
    expect((await one(head("GET /chunks HTTP/1.0", "Connection: keep-alive"))).output).toBe(
      `${head("HTTP/1.1 200 OK", "connection: close")}onetwo\xc3\xa9`,
    );
  });
  test("in pieces of a known length", async () => {
    expect((await one(get("/sized") + get("/x"))).output).toBe(bytes("onetwo") + ok("GET /x /x  "));
  });
  test.each(["/long", "/short", "/breaks"])(
    "%s: a body that goes wrong ends without its end",
    async (path) => {
      const { output, events, errors, requests } = await one(get(path) + get("/x"));
      expect(output).not.toContain("0\r\n\r\n");
      expect(requests).toEqual([`GET ${path}`]);
      expect(errors.length).toBe(1);
      expect(events).toEqual(["closed"]);
    },
  );
  test("204 and 304 have no body", async () => {
    expect((await one(get("/void") + get("/same") + get("/x"))).output).toBe(
      head("HTTP/1.1 204 No Content") +
        head("HTTP/1.1 304 Not Modified", "etag: x") +
        ok("GET /x /x  "),
    );
  });
  test("no content is a length of 0", async () => {
    expect((await one(get("/empty"))).output).toBe(head("HTTP/1.1 200 OK", "content-length: 0"));
  });
  test("status, reason, fields; those of the connection are the server's", async () => {
    expect((await one(get("/own"))).output).toBe(
      `${head(
        "HTTP/1.1 201 Made",
        "content-length: 1",
        "date: now",
        "content-type: text/x",
        "set-cookie: a=1",
        "set-cookie: b=\xff",
      )}x`,
    );
  });
  test("a large one", async () => {
    const { output } = await one(get("/large") + get("/x"), { cuts: [] });
    expect(output).toBe(ok("0123456789".repeat(10_000)) + ok("GET /x /x  "));
  });
  test("an error in the handler is a 500 and reported; the connection goes on", async () => {
    const { output, errors } = await one(get("/throws") + get("/nothing") + get("/x"));
    expect(output.match(/HTTP\/1.1 \d+/g)).toEqual([
      "HTTP/1.1 500",
      "HTTP/1.1 500",
      "HTTP/1.1 200",
    ]);
    expect(errors).toEqual(["Error: oh", "TypeError: the handler must answer a Response"]);
  });
  test("an HttpError is its status, and nobody's error", async () => {
    const { output, errors } = await one(get("/teapot"));
    expect(output).toContain("HTTP/1.1 418 I'm a Teapot\r\n");
    expect(output).toContain("short and stout\n");
    expect(errors).toEqual([]);
  });
});

describe("refused", () => {
  refusals(400, {
    "no request": "hello\r\n\r\n",
    TLS: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "no version": head("GET /"),
    "two spaces": head("GET  / HTTP/1.1", "Host: x"),
    "a space at the end": head("GET / HTTP/1.1 ", "Host: x"),
    "a tab": head("GET\t/ HTTP/1.1", "Host: x"),
    "a blank in the target": head("GET /a b HTTP/1.1", "Host: x"),
    "a control in the target": head("GET /a\x01b HTTP/1.1", "Host: x"),
    "a byte above ASCII in the target": head("GET /\xe9 HTTP/1.1", "Host: x"),
    "a fragment": head("GET /#a HTTP/1.1", "Host: x"),
    "no path": head("GET a HTTP/1.1", "Host: x"),
    "another scheme": head("GET ftp://x/ HTTP/1.1", "Host: x"),
    "a URL without a host": head("GET http:///a HTTP/1.1", "Host: x"),
    "* for GET": head("GET * HTTP/1.1", "Host: x"),
    "a method that is no token": head("G@T / HTTP/1.1", "Host: x"),
    "a version in lower case": head("GET / http/1.1", "Host: x"),
    "a version of two digits": head("GET / HTTP/1.10", "Host: x"),
    "no host": head("GET / HTTP/1.1"),
    "two hosts": head("GET / HTTP/1.1", "Host: x", "Host: x"),
    "a host that is none": head("GET / HTTP/1.1", "Host: a/b"),
    "bare LF": "GET / HTTP/1.1\nHost: x\n\n",
    "bare LF in headers": "GET / HTTP/1.1\r\nHost: x\n\r\n",
    "bare LF at the end": "GET / HTTP/1.1\r\nHost: x\r\n\n",
    "bare CR": "GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n",
    "CR before LF twice": "GET / HTTP/1.1\r\nHost: x\r\r\n\r\n",
    "a space before the colon": get("/", "A : b"),
    "a tab before the colon": get("/", "A\t: b"),
    "a folded line": get("/", "A: b", " c"),
    "a folded first line": "GET / HTTP/1.1\r\n Host: x\r\n\r\n",
    "no colon": get("/", "A"),
    "no name": get("/", ": b"),
    "a NUL": get("/", "A: \0"),
    "a DEL": get("/", "A: bcdefghi\x7fj"),
    "a control in a name": get("/", "A\x01: b"),
    "an end in the middle": "GET / HTTP/1.1\r\nHost: x\r\n",
  });
  refusals(400, {
    "both lengths":
      head("POST / HTTP/1.1", "Host: x", "Content-Length: 3", "Transfer-Encoding: chunked") +
      "0\r\n\r\n",
    "both, the other way round": head(
      "POST / HTTP/1.1",
      "Host: x",
      "Transfer-Encoding: chunked",
      "Content-Length: 3",
    ),
    "two lengths": head("POST / HTTP/1.1", "Host: x", "Content-Length: 3", "Content-Length: 4"),
    "the same length twice": head(
      "POST / HTTP/1.1",
      "Host: x",
      "Content-Length: 3",
      "Content-Length: 3",
    ),
    "a list of lengths": head("POST / HTTP/1.1", "Host: x", "Content-Length: 3, 3"),
    "a sign": head("POST / HTTP/1.1", "Host: x", "Content-Length: +3"),
    "a negative length": head("POST / HTTP/1.1", "Host: x", "Content-Length: -3"),
    "a hexadecimal length": head("POST / HTTP/1.1", "Host: x", "Content-Length: 0x3"),
    "an empty length": head("POST / HTTP/1.1", "Host: x", "Content-Length:"),
    "a length with a blank": head("POST / HTTP/1.1", "Host: x", "Content-Length: 1 0"),
    "chunked twice": head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked, chunked"),
    "chunked in two fields": head(
      "POST / HTTP/1.1",
      "Host: x",
      "Transfer-Encoding: chunked",
      "Transfer-Encoding: chunked",
    ),
    "chunked, but not last": head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: chunked, gzip"),
    "an empty coding": head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding:"),
    "chunked in HTTP/1.0": head("POST / HTTP/1.0", "Transfer-Encoding: chunked"),
  });
  refusals(501, {
    "an unknown coding": head("POST / HTTP/1.1", "Host: x", "Transfer-Encoding: gzip, chunked"),
    "a coding that looks like chunked": head(
      "POST / HTTP/1.1",
      "Host: x",
      "Transfer-Encoding: xchunked",
    ),
    "a quoted coding": head("POST / HTTP/1.1", "Host: x", 'Transfer-Encoding: "chunked"'),
    "a tunnel": head("CONNECT x:80 HTTP/1.1", "Host: x"),
  });
  refusals(505, {
    "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/1.2": head("GET / HTTP/1.2", "Host: x"),
    "HTTP/0.9": head("GET / HTTP/0.9", "Host: x"),
  });
  refusals(417, { "another expectation": get("/", "Expect: a lot") });
  const limits = { lineBytes: 30, headerBytes: 80, headerCount: 3, bodyBytes: 5 };
  const options = { limits };
  refusals(414, {
    "a long line": { input: head(`GET /${"a".repeat(17)} HTTP/1.1`, "Host: x"), options },
    "a long line without an end": { input: `GET /${"a".repeat(40)}`, options },
  });
  refusals(431, {
    "many fields": { input: get("/", "A: b", "C: d", "E: f"), options },
    "long fields": { input: get("/", `A: ${"b".repeat(60)}`), options },
    "long fields without an end": {
      input: `${get("/").slice(0, -2)}A: ${"b".repeat(80)}`,
      options,
    },
    "by default": { input: get("/", `A: ${"b".repeat(17_000)}`), cuts: "bytes" },
  });
  refusals(413, {
    "a long body": { input: post("/", "123456"), options },
    "a length that is no number": head(
      "POST / HTTP/1.1",
      "Host: x",
      `Content-Length: ${"9".repeat(30)}`,
    ),
  });
  refusals(408, {
    "half a line": { input: "GET / HT", stalls: true },
    "half a head": { input: "GET / HTTP/1.1\r\nHost: x\r\n", stalls: true },
  });
  test("limits are met, not passed", async () => {
    const { output } = await one(
      head(`GET /${"a".repeat(16)} HTTP/1.1`, "Host: x", "A: b", "C: d"),
      { options },
    );
    expect(output).toContain("HTTP/1.1 200");
    const whole = head("GET / HTTP/1.1", "Host: x", `A: ${"b".repeat(49)}`);
    expect(whole.length).toBe(81);
    expect(lastStatus(await one(whole, { options }))).toBe(431);
    expect(lastStatus(await one(whole.replace("b", ""), { options }))).toBe(200);
    expect((await one(post("/echo", "12345"), { options })).output).toBe(bytes("12345"));
  });
});

describe("bodies that break the rules", () => {
  test.each([
    ["no size", "\r\n\r\n", 400],
    ["no hexadecimal size", "g\r\n", 400],
    ["a sign", "-1\r\n", 400],
    ["0x", "0x1\r\na\r\n0\r\n\r\n", 400],
    ["a huge size", "fffffffffffffffff\r\n", 400],
    ["a bare LF", "1\na\r\n0\r\n\r\n", 400],
    ["a blank before the size", " 1\r\na\r\n0\r\n\r\n", 400],
    ["a blank behind the size", "1 \r\na\r\n0\r\n\r\n", 400],
    ["a longer chunk than it says", "1\r\nab\r\n0\r\n\r\n", 400],
    ["a shorter chunk than it says", "3\r\nab\r\n0\r\n\r\n", 400],
    ["a blank before an extension", "1 ;a\r\na\r\n0\r\n\r\n", 400],
    ["an extension without a name", "1;\r\na\r\n0\r\n\r\n", 400],
    ["an extension without a value", "1;a=\r\na\r\n0\r\n\r\n", 400],
    ["a quote without an end", '1;a="b\r\na\r\n0\r\n\r\n', 400],
    ["a control in an extension", "1;a=\0\r\na\r\n0\r\n\r\n", 400],
    ["a long extension", `1;${"a".repeat(2000)}\r\na\r\n0\r\n\r\n`, 400],
    ["an extension without an end", `1;${"a".repeat(2000)}`, 400],
    ["trailers that are none", "0\r\nA : b\r\n\r\n", 400],
    ["a length in the trailers", "0\r\nContent-Length: 1\r\n\r\n", 400],
    ["a coding in the trailers", "0\r\ntransfer-encoding: chunked\r\n\r\n", 400],
    ["a bare LF at the end", "0\r\n\n", 400],
    ["too much", "200000\r\n", 413],
  ])("chunks with %s", async (_, body, status) => {
    const outcome = await one(chunked("/echo", body), {
      cuts: body.length > 1000 ? "bytes" : "each",
    });
    expect(lastStatus(outcome)).toBe(status);
    expect(outcome.output.split("HTTP/1.1").length).toBe(2);
    expect(outcome.output).toContain("connection: close\r\n");
    expect(outcome).toMatchObject({ raised: "", errors: [] });
    expect(outcome.events.at(-1)).toBe("closed");
  });
  test("many chunks with little in them", async () => {
    const body = `1;${"a".repeat(900)}\r\nx\r\n`.repeat(50);
    expect(lastStatus(await one(chunked("/echo", body), { cuts: "bytes" }))).toBe(400);
  });
  test("many chunks past the limit", async () => {
    const body = "a\r\n0123456789\r\n".repeat(20);
    const outcome = await one(chunked("/echo", body), {
      options: { limits: { bodyBytes: 100 } },
      cuts: "bytes",
    });
    expect(lastStatus(outcome)).toBe(413);
  });
  test("a body that does not come is a 408", async () => {
    const input = `${head("POST /echo HTTP/1.1", "Host: x", "Content-Length: 5")}ab`;
    const outcome = await one(input, { stalls: true });
    expect(lastStatus(outcome)).toBe(408);
    expect(outcome.errors).toEqual([]);
  });
  test("a body cut short is never taken for a whole one", async () => {
    const sized = head("POST /echo HTTP/1.1", "Host: x", "Content-Length: 5");
    for (const input of [`${sized}ab`, chunked("/echo", "5\r\nab")]) {
      const outcome = await one(input);
      expect(outcome).toMatchObject({ errors: [], raised: "" });
      expect(lastStatus(outcome)).toBe(400);
    }
  });
});
