/** wo-fiber/http as a client, on connections in memory. */
import { describe, expect, test } from "vitest";
import { type ClientCase, type ClientOutcome, fetchAll } from "./harness.ts";

const head = (line: string, ...fields: string[]): string => [line, ...fields, "", ""].join("\r\n");

async function one(part: Partial<ClientCase>): Promise<ClientOutcome> {
  const [outcome] = await fetchAll([{ url: "http://a/", ...part }]);
  if (outcome === undefined) throw new Error("no outcome");
  expect(outcome.differs).toEqual([]);
  return outcome;
}

const fine = `${head("HTTP/1.1 200 OK", "Content-Length: 2")}ok`;

describe("URLs", () => {
  test.each([
    ["http://a", "a 80", "GET / HTTP/1.1", "host: a"],
    ["HTTP://a:8080/b?c#d", "a 8080", "GET /b?c HTTP/1.1", "host: a:8080"],
    ["http://a?b/c", "a 80", "GET /?b/c HTTP/1.1", "host: a"],
    ["http://[::1]:81/x", "::1 81", "GET /x HTTP/1.1", "host: [::1]:81"],
    ["http://[::1]", "::1 80", "GET / HTTP/1.1", "host: [::1]"],
    ["http://a/é b%20", "a 80", "GET /%C3%A9%20b%2520 HTTP/1.1", "host: a"],
    ["http://a/b%20c", "a 80", "GET /b%20c HTTP/1.1", "host: a"],
  ])("%s", async (url, where, line, host) => {
    const outcome = await one({ url, input: fine });
    expect(outcome.where).toBe(where);
    expect(outcome.sent.split("\r\n")).toEqual([
      line,
      host,
      "accept: */*",
      "user-agent: wo-fiber",
      "connection: close",
      "",
      "",
    ]);
    expect(outcome.text).toBe("ok");
  });
  test.each([
    "",
    "a/b",
    "ftp://a",
    "https://a",
    "http://",
    "http:///b",
    "http://a:0",
    "http://a:65536",
    "http://a:b",
    "http://u:p@a/",
    "http://[::1",
    "http://a b/",
    "http://a\r\nX: y/",
  ])("refused: %j", async (url) => {
    const { error, where } = await one({ url });
    expect(error).toContain("TypeError: Invalid URL");
    expect(where).toBe("");
  });
});

describe("requests", () => {
  const lines = ({ sent }: ClientOutcome) => sent.split("\r\n");
  test("a text", async () => {
    const outcome = await one({ options: { method: "POST", body: "é" }, input: fine });
    expect(lines(outcome)).toContain("content-length: 2");
    expect(lines(outcome)).toContain("content-type: text/plain;charset=UTF-8");
    expect(outcome.sent.endsWith("\r\n\r\n\xc3\xa9")).toBe(true);
  });
  test("no body: a length only where one is expected", async () => {
    expect((await one({ options: { method: "POST" }, input: fine })).sent).toContain(
      "content-length: 0",
    );
    expect((await one({ options: { method: "DELETE" }, input: fine })).sent).not.toContain(
      "length",
    );
  });
  test("an iterable goes in chunks, or by the length it is given", async () => {
    const chunked = await one({ options: { method: "PUT" }, pieces: ["ab", "", "c"], input: fine });
    expect(lines(chunked)).toContain("transfer-encoding: chunked");
    expect(chunked.sent.endsWith("\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")).toBe(true);
    const headers = { "Content-Length": 3 };
    const sized = await one({
      options: { method: "PUT", headers },
      pieces: ["ab", "c"],
      input: fine,
    });
    expect(lines(sized).filter((line) => /^(content-length|transfer)/.test(line))).toEqual([
      "content-length: 3",
    ]);
    expect(sized.sent.endsWith("\r\n\r\nabc")).toBe(true);
    const long = await one({ options: { method: "PUT", headers }, pieces: ["abcd"], input: fine });
    expect(long.error).toBe("RangeError: the body is longer than 3 bytes");
    expect(long.events).toEqual(["closed"]);
  });
  test("headers of the program's; those of the connection are the client's", async () => {
    const headers = {
      Host: "b",
      Accept: "x/y",
      "User-Agent": "z",
      Connection: "keep-alive",
      "X-A": "1",
    };
    const outcome = await one({ options: { headers }, input: fine });
    expect(lines(outcome)).toEqual([
      "GET / HTTP/1.1",
      "connection: close",
      "host: b",
      "accept: x/y",
      "user-agent: z",
      "x-a: 1",
      "",
      "",
    ]);
  });
  test.each([
    [{ method: "A B" }, "TypeError: Invalid method 'A B'"],
    [{ headers: { "a b": "c" } }, "TypeError: Header name must be a valid HTTP token"],
    [{ headers: { a: "b\r\nc: d" } }, "TypeError: Invalid character in header content"],
    [{ headers: { a: "\u0100" } }, "TypeError: Invalid character in header content"],
  ])("%j is refused before it connects", async (options, error) => {
    const outcome = await one({ options });
    expect(outcome.error).toContain(error);
    expect(outcome.where).toBe("");
  });
});

describe("responses", () => {
  test.each([
    [
      "by length",
      `${head("HTTP/1.1 404 Not Here", "A: b", "a: c", "Content-Length: 3")}abcd`,
      "abc",
    ],
    [
      "in chunks",
      `${head("HTTP/1.1 404 Not Here", "A: b", "a: c", "Transfer-Encoding: chunked")}1\r\na\r\n2\r\nbc\r\n0\r\nT: 1\r\n\r\n`,
      "abc",
    ],
    ["to the end", `${head("HTTP/1.0 404 Not Here", "A: b", "a: c")}abc`, "abc"],
    [
      "after interim ones",
      `${head("HTTP/1.1 100 Continue") + head("HTTP/1.1 103 Early Hints", "Link: x") + head("HTTP/1.1 404 Not Here", "A: b", "a: c", "Content-Length: 1")}a`,
      "a",
    ],
  ])("%s", async (_, input, text) => {
    const outcome = await one({ input });
    expect(outcome).toMatchObject({
      status: 404,
      statusText: "Not Here",
      ok: false,
      text,
      events: ["closed"],
    });
    expect(outcome.headers?.slice(0, 2)).toEqual([
      ["a", "b"],
      ["a", "c"],
    ]);
  });
  test("without a reason", async () => {
    expect(await one({ input: head("HTTP/1.1 200 ", "Content-Length: 0") })).toMatchObject({
      status: 200,
      statusText: "",
      text: "",
    });
    expect(await one({ input: head("HTTP/1.1 200", "Content-Length: 0") })).toMatchObject({
      status: 200,
      statusText: "",
      text: "",
    });
  });
  test("to HEAD, 204 and 304 have no body", async () => {
    const input = head("HTTP/1.1 200 OK", "Content-Length: 5");
    expect(await one({ options: { method: "HEAD" }, input })).toMatchObject({
      text: "",
      events: ["closed"],
    });
    for (const status of [204, 304]) {
      expect(await one({ input: head(`HTTP/1.1 ${status} X`, "Content-Length: 5") })).toMatchObject(
        { status, text: "" },
      );
    }
  });
  test.each([
    ["nothing", ""],
    ["half a head", "HTTP/1.1 200 OK\r\nA: b\r\n"],
    ["another protocol", "SSH-2.0-OpenSSH\r\n"],
    ["HTTP/2", head("HTTP/2.0 200 OK")],
    ["a status of two digits", head("HTTP/1.1 20 OK")],
    ["both lengths", head("HTTP/1.1 200 OK", "Content-Length: 1", "Transfer-Encoding: chunked")],
    ["two lengths", head("HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 2")],
    ["a folded line", head("HTTP/1.1 200 OK", "A: b", " c")],
    ["a bare LF", "HTTP/1.1 200 OK\n\n"],
    ["an upgrade", head("HTTP/1.1 101 Switching Protocols")],
    ["interim responses without end", head("HTTP/1.1 100 Continue").repeat(20)],
    ["large headers", head("HTTP/1.1 200 OK", `A: ${"b".repeat(70_000)}`)],
    ["many headers", head("HTTP/1.1 200 OK", ...Array.from({ length: 300 }, () => "A: b"))],
  ])("refused: %s", async (_, input) => {
    const outcome = await one({ input, whole: input.length > 3000 });
    expect(outcome.error).toMatch(/^HttpError 502: /);
    expect(outcome.events).toEqual(["closed"]);
  });
  test.each([
    ["a body cut short", `${head("HTTP/1.1 200 OK", "Content-Length: 5")}ab`],
    ["a chunk cut short", `${head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")}5\r\nab`],
    [
      "chunks without the last",
      `${head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")}2\r\nab\r\n`,
    ],
    ["a chunk that is none", `${head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")}x\r\n`],
  ])("%s is an error when the body is read", async (_, input) => {
    const outcome = await one({ input });
    expect(outcome).toMatchObject({ status: 200, events: ["closed"] });
    expect(outcome.error).toMatch(/^HttpError 502: /);
  });
  test("larger than allowed", async () => {
    const input = `${head("HTTP/1.1 200 OK")}abcdef`;
    expect((await one({ input, options: { bodyBytes: 5 } })).error).toBe(
      "HttpError 502: the body is too large",
    );
    expect((await one({ input, options: { bodyBytes: 6 } })).text).toBe("abcdef");
  });
  test("later than allowed", async () => {
    const options = { timeout: 1000 };
    expect((await one({ input: "HTTP/1.1 200", stalls: true, options })).error).toContain(
      "TimeoutError",
    );
    const body = `${head("HTTP/1.1 200 OK", "Content-Length: 5")}ab`;
    const late = await one({ input: body, stalls: true, options });
    expect(late.error).toContain("TimeoutError");
    expect(late.events).toEqual(["closed"]);
  });
});
