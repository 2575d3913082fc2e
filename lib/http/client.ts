/** Requests to other servers. One connection for each in this version. */
import { type Conn, IoError, net, time } from "wo-fiber/std";
import { fieldName, putHead, scanHead, utf8Length } from "wo:library";
import { Headers, type HeadersInit, lengthOf, withoutOwn } from "./headers.ts";
import { type BodyInit, Response } from "./message.ts";
import { Body, chunkedFlag, type Framing, HttpError, Wire } from "./wire.ts";

export interface RequestOptions {
  /** Default GET. */
  readonly method?: string;
  readonly headers?: HeadersInit;
  readonly body?: BodyInit | null;
  /** Milliseconds for all of it: to connect, to send, and until the body has been read. Default: none. */
  readonly timeout?: number;
  /** Of the response's body. Default 64 MiB; more is an HttpError. */
  readonly bodyBytes?: number;
  /** Makes the connection. Default: net.connect. */
  readonly connect?: Connect;
}

export type Connect = (
  where: { host: string; port: number },
  options: { timeout?: number },
) => Conn;

const bodyBytes = 67108864;
/** Of a response's head. */
const headerBytes = 65536;
const headerCount = 256;
/** Interim responses (100 Continue, 103 Early Hints) before the one that counts. */
const interimMax = 16;

export interface Url {
  readonly host: string;
  readonly port: number;
  /** As the Host field has it. */
  readonly authority: string;
  readonly target: string;
}

/** @throws TypeError for what is no http URL */
export function parseUrl(url: string): Url {
  const refuse = (why: string): never => {
    throw new TypeError(`Invalid URL '${url}': ${why}`);
  };
  const scheme = url.indexOf("://");
  const name = scheme < 0 ? "" : url.slice(0, scheme).toLowerCase();
  if (name === "https") refuse("https needs TLS, which is not available in this version");
  if (name !== "http") refuse("it must begin with http://");
  const hash = url.indexOf("#");
  const rest = url.slice(scheme + 3, hash < 0 ? url.length : hash);
  let end = rest.length;
  for (const mark of ["/", "?"]) {
    const at = rest.indexOf(mark);
    if (at >= 0 && at < end) end = at;
  }
  const authority = rest.slice(0, end);
  if (authority.includes("@")) refuse("user names are not supported");
  const bracket = authority.startsWith("[") ? authority.indexOf("]") : 0;
  if (bracket < 0) refuse("a bracket is missing");
  const colon = authority.indexOf(":", bracket);
  const host = colon < 0 ? authority : authority.slice(0, colon);
  const digits = colon < 0 ? "" : authority.slice(colon + 1);
  const port = digits === "" ? 80 : Number(digits);
  if (!Number.isInteger(port) || port < 1 || port > 65535) refuse("the port must be 1 to 65535");
  const bare = bracket > 0 ? host.slice(1, -1) : host;
  if (bare === "" || !isPlain(bare)) refuse("the host is missing or not a name");
  const path = rest.slice(end);
  const target = path.startsWith("/") ? path : `/${path}`;
  return { host: bare, port, authority, target: isPlain(target) ? target : encodeURI(target) };
}

/** Printable ASCII without blanks. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x20 || unit >= 0x7f) return false;
  }
  return true;
}

/** GET, with the other options of `request`. */
export function get(url: string, options: RequestOptions = {}): Response {
  return request(url, options);
}

/**
 * Sends a request and answers the response once its headers are there; the body is read as it is
 * asked for. @throws TypeError, IoError, TimeoutError, HttpError
 */
export function request(url: string, options: RequestOptions = {}): Response {
  const where = parseUrl(url);
  const method = options.method ?? "GET";
  if (fieldName(method) === undefined) throw new TypeError(`Invalid method '${method}'`);
  const headers = new Headers(options.headers);
  const { timeout } = options;
  const deadline = timeout === undefined ? Number.POSITIVE_INFINITY : time.monotonic() + timeout;
  const connect = options.connect ?? net.connect;
  const conn = connect(
    { host: where.host, port: where.port },
    timeout === undefined ? {} : { timeout },
  );
  try {
    const wire = new Wire(conn, timeout ?? Number.POSITIVE_INFINITY);
    wire.deadline = deadline;
    send(wire, method, where, headers, options.body ?? null);
    return receive(wire, method, options.bodyBytes ?? bodyBytes);
  } catch (error) {
    conn.close();
    throw error;
  }
}

function send(
  wire: Wire,
  method: string,
  where: Url,
  headers: Headers,
  body: BodyInit | null,
): void {
  const sized = body === null || typeof body === "string" || body instanceof Uint8Array;
  const length = !sized
    ? lengthOf(headers)
    : body === null
      ? 0
      : typeof body === "string"
        ? utf8Length(body)
        : body.length;
  const chunked = !sized && length < 0;
  let lines = headers.has("host") ? "" : `host: ${where.authority}\r\n`;
  if (!headers.has("accept")) lines += "accept: */*\r\n";
  if (!headers.has("user-agent")) lines += "user-agent: wo-fiber\r\n";
  if (typeof body === "string" && !headers.has("content-type")) {
    lines += "content-type: text/plain;charset=UTF-8\r\n";
  }
  if (chunked) lines += "transfer-encoding: chunked\r\n";
  else if (body !== null || !isBare(method)) lines += `content-length: ${length}\r\n`;
  lines += "connection: close\r\n";
  const first = `${method} ${where.target} HTTP/1.1\r\n`;
  const fields = withoutOwn(headers.list);
  let used = -1;
  for (let room = 512; used < 0; room *= 2) {
    used = putHead(wire.room(room), wire.used, fields, first, lines);
  }
  wire.used = used;
  try {
    if (typeof body === "string" || body instanceof Uint8Array) wire.putBody(body);
    else if (body !== null) wire.putParts(body, chunked, length);
    wire.flush();
  } catch (error) {
    // A server that has heard enough answers before it closes: the answer says more than the error.
    if (!(wire.broken && error instanceof IoError)) throw error;
    wire.used = 0;
  }
}

/** Methods whose requests have no body unless they say so. */
function isBare(method: string): boolean {
  return method !== "POST" && method !== "PUT" && method !== "PATCH";
}

/** Scans the next head; answers the status. */
function nextStatus(wire: Wire): number {
  let seen = 0;
  for (;;) {
    const { start, end } = wire;
    const head =
      start === end
        ? 0
        : scanHead(
            1,
            wire.buffer,
            start,
            start + seen,
            end,
            headerBytes,
            headerBytes,
            headerCount,
            wire.found,
          );
    if (head < 0) throw new HttpError(502, "the response is malformed");
    if (head > 0) {
      // Where the fields begin and end.
      wire.found[4] = start + (wire.found[4] as number);
      wire.start = head;
      return wire.found[0] as number;
    }
    seen = end - start;
    if (!wire.fill(Number.POSITIVE_INFINITY)) {
      throw new HttpError(502, "the connection ended before a response came");
    }
  }
}

function receive(wire: Wire, method: string, most: number): Response {
  let status = nextStatus(wire);
  for (let interim = 0; status < 200; interim++) {
    if (status === 101 || interim === interimMax) {
      throw new HttpError(502, `an interim response that was not asked for (${status})`);
    }
    status = nextStatus(wire);
  }
  const [, reason, flags, length, fields] = wire.found as [number, string, number, number, number];
  const headers = Headers.received(wire.buffer, fields, wire.start);
  const done = (): void => wire.conn.close();
  let framing: Framing = length >= 0 ? length : "close";
  if ((flags & chunkedFlag) !== 0) framing = "chunked";
  if (method === "HEAD" || status === 204 || status === 304) framing = 0;
  const options = { timeout: Number.POSITIVE_INFINITY, most, expected: false, fault: 502, done };
  return Response.received(status, reason, headers, new Body(wire, framing, options), done);
}
