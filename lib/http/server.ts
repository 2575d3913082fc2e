/** One connection of a server: requests in, responses out, until one side has had enough. */
import { type Conn, time } from "wo-fiber/std";
import { dateText, fieldText, putHead, putText, scanHead, utf8Length } from "wo:library";
import {
  connectionBit,
  dateBit,
  type Headers,
  lengthOf,
  ownBits,
  typeBit,
  withoutOwn,
} from "./headers.ts";
import { Request, Response } from "./message.ts";
import { statusText } from "./status.ts";
import {
  Body,
  chunkedFlag,
  continueFlag,
  HttpError,
  isIo,
  keepFlag,
  minorFlag,
  Wire,
} from "./wire.ts";

/** Answers a request. What it throws is a 500, or what an HttpError says. It may wait for anything. */
export type Handler = (request: Request) => Response;

/** Milliseconds and bytes; all are checked while a message comes in, not when it is there. */
export interface ServeOptions {
  readonly limits?: {
    /** Of the request line. Default 8192; more is a 414. */
    readonly lineBytes?: number;
    /** Of request line and headers together. Default 16384; more is a 431. */
    readonly headerBytes?: number;
    /** Fields. Default 100; more is a 431. */
    readonly headerCount?: number;
    /** Of a body. Default 1 MiB; more is a 413. */
    readonly bodyBytes?: number;
  };
  readonly timeouts?: {
    /** From the first byte of a request to the end of its headers. Default 10 s; then a 408. */
    readonly header?: number;
    /** Between two requests. Default 60 s; then the connection is closed. */
    readonly idle?: number;
    /** Between two pieces of a body. Default 30 s; then a 408. */
    readonly body?: number;
    /** For one write. Default 30 s; then the connection is closed. */
    readonly write?: number;
  };
  /** Told of what a handler throws and was not meant for the client. Default: console.error. */
  readonly onError?: (error: unknown, request: Request) => void;
}

/** ServeOptions with nothing left open. */
export interface Settings {
  readonly lineBytes: number;
  readonly headerBytes: number;
  readonly headerCount: number;
  readonly bodyBytes: number;
  readonly header: number;
  readonly idle: number;
  readonly body: number;
  readonly write: number;
  readonly onError: ((error: unknown, request: Request) => void) | undefined;
}

/** Who may end a connection that waits; see listen.ts. */
export interface Gate {
  /** A request is there; false when the connection is to be closed instead. */
  enter(): boolean;
  /** The connection waits for one. */
  leave(): void;
  /** No more requests are wanted. */
  readonly closing: boolean;
}

/** What is read of a body nobody wanted before the connection is given up. */
const discardBytes = 262144;
/** How long a client that was refused may go on sending before it is cut off. */
const lingerTimeout = 1000;
/** What scans can count to. */
const headBytesMax = 1048576;

function limit(value: number | undefined, otherwise: number, most: number, what: string): number {
  if (value === undefined) return otherwise;
  if (!(value >= 0 && value <= most)) {
    throw new RangeError(`${what} must be from 0 to ${most}, not ${value}`);
  }
  return value;
}

/** @throws RangeError for an option out of its range */
export function settingsOf({ limits = {}, timeouts = {}, onError }: ServeOptions): Settings {
  const any = Number.POSITIVE_INFINITY;
  return {
    lineBytes: limit(limits.lineBytes, 8192, headBytesMax, "limits.lineBytes"),
    headerBytes: limit(limits.headerBytes, 16384, headBytesMax, "limits.headerBytes"),
    headerCount: limit(limits.headerCount, 100, headBytesMax, "limits.headerCount"),
    bodyBytes: limit(limits.bodyBytes, 1048576, any, "limits.bodyBytes"),
    header: limit(timeouts.header, 10_000, any, "timeouts.header"),
    idle: limit(timeouts.idle, 60_000, any, "timeouts.idle"),
    body: limit(timeouts.body, 30_000, any, "timeouts.body"),
    write: limit(timeouts.write, 30_000, any, "timeouts.write"),
    onError,
  };
}

/**
 * Serves one connection in the calling fiber until it ends, and closes it. For servers that accept by
 * themselves; `serve` runs one fiber of this for each connection.
 */
export function serveConnection(conn: Conn, handler: Handler, options: ServeOptions = {}): void {
  serveRequests(conn, handler, settingsOf(options), undefined);
}

export function serveRequests(
  conn: Conn,
  handler: Handler,
  settings: Settings,
  gate: Gate | undefined,
): void {
  const session = new Session(conn, handler, settings, gate);
  try {
    session.run();
  } catch (error) {
    // The client went away, or does not read: nobody is left to tell.
    if (!isIo(error)) throw error;
  } finally {
    conn.close();
  }
}

class Session {
  readonly #wire: Wire;
  readonly #handler: Handler;
  readonly #settings: Settings;
  readonly #gate: Gate | undefined;
  #date = "";
  #dateAt = 0;
  #served = false;

  constructor(conn: Conn, handler: Handler, settings: Settings, gate: Gate | undefined) {
    this.#wire = new Wire(conn, settings.write);
    this.#handler = handler;
    this.#settings = settings;
    this.#gate = gate;
  }

  run(): void {
    const wire = this.#wire;
    while (this.#serveOne()) this.#served = true;
    if (wire.broken) return;
    if (wire.start < wire.end) this.#linger();
    else wire.flush();
  }

  /** Where the head of the next request ends; 0: there is none; or minus the status to answer. */
  #nextHead(): number {
    const wire = this.#wire;
    const { lineBytes, headerBytes, headerCount } = this.#settings;
    let seen = 0;
    for (;;) {
      const { start, end } = wire;
      if (start < end) {
        const head = scanHead(
          0,
          wire.buffer,
          start,
          start + seen,
          end,
          lineBytes,
          headerBytes,
          headerCount,
          wire.found,
        );
        if (head !== 0) {
          wire.deadline = Number.POSITIVE_INFINITY;
          return head;
        }
        seen = end - start;
        const status = this.#restOfHead();
        if (status !== 0) return status;
      } else if (!this.#firstOfHead()) {
        return 0;
      }
    }
  }

  /** Waits for a request to begin. */
  #firstOfHead(): boolean {
    const wire = this.#wire;
    wire.rest();
    this.#gate?.leave();
    try {
      if (!wire.fill(this.#served ? this.#settings.idle : this.#settings.header)) return false;
    } catch (error) {
      if (isIo(error)) return false;
      throw error;
    }
    return this.#gate?.enter() ?? true;
  }

  /** Waits for more of a request that has begun: 0, or minus the status to answer. */
  #restOfHead(): number {
    const wire = this.#wire;
    const { header } = this.#settings;
    if (wire.deadline === Number.POSITIVE_INFINITY) wire.deadline = time.monotonic() + header;
    try {
      if (wire.fill(header)) return 0;
    } catch (error) {
      if (wire.broken || !isIo(error)) throw error;
      return -408;
    }
    return -400;
  }

  #serveOne(): boolean {
    const wire = this.#wire;
    const head = this.#nextHead();
    if (head <= 0) {
      if (head < 0) this.#refuse(-head);
      return false;
    }
    const method = wire.found[0] as string;
    const flags = wire.found[2] as number;
    const length = wire.found[3] as number;
    if (length > this.#settings.bodyBytes) {
      this.#refuse(413);
      return false;
    }
    const body =
      length > 0 || (flags & chunkedFlag) !== 0 ? this.#bodyOf(flags, length) : undefined;
    const fields = wire.start + (wire.found[4] as number);
    const request = new Request(
      method,
      wire.found[1] as string,
      body,
      wire.conn,
      wire.buffer,
      fields,
      head,
    );
    wire.start = head;
    const response = this.#answer(request);
    if (wire.broken) return false;
    const keep = (flags & keepFlag) !== 0 && this.#gate?.closing !== true && canGoOn(body);
    const went = this.#send(request, response, (flags & minorFlag) !== 0, keep);
    if (body === undefined || body.ended) return went;
    if (went && body.discard(discardBytes)) return true;
    this.#linger();
    return false;
  }

  #bodyOf(flags: number, length: number): Body {
    return new Body(this.#wire, (flags & chunkedFlag) !== 0 ? "chunked" : length, {
      timeout: this.#settings.body,
      most: this.#settings.bodyBytes,
      expected: (flags & continueFlag) !== 0,
      fault: 400,
    });
  }

  #answer(request: Request): Response {
    const handler = this.#handler;
    try {
      const response = handler(request);
      if (Response.is(response)) return response;
      throw new TypeError("the handler must answer a Response");
    } catch (error) {
      const { body } = request;
      if (error instanceof HttpError && error.status < 500) {
        return new Response(`${error.message}\n`, { status: error.status });
      }
      // Not the handler's fault.
      if (body?.failed === true && isIo(error)) return plain(408);
      if (!this.#wire.broken) this.#report(error, request);
      return plain(error instanceof HttpError ? error.status : 500);
    }
  }

  #report(error: unknown, request: Request): void {
    const { onError } = this.#settings;
    if (onError !== undefined) onError(error, request);
    else console.error(`${request.method} ${request.url}:`, error);
  }

  /** Answers what was no request, and lets the client read that before the connection goes. */
  #refuse(status: number): void {
    this.#send(undefined, plain(status), true, false);
    this.#linger();
  }

  /**
   * A connection closed with bytes unread is reset, and takes the response with it. So the client is
   * told that nothing more comes, and has a moment to see it.
   */
  #linger(): void {
    const wire = this.#wire;
    if (wire.broken) return;
    wire.flush();
    wire.conn.closeWrite();
    wire.deadline = time.monotonic() + lingerTimeout;
    let left = discardBytes;
    try {
      do {
        left -= wire.end - wire.start;
        wire.start = wire.end;
      } while (left > 0 && wire.fill(lingerTimeout));
    } catch (error) {
      if (!isIo(error)) throw error;
    }
  }

  #dateLine(): string {
    const now = time.now();
    if (now - this.#dateAt >= 1000 || now < this.#dateAt) {
      this.#dateAt = now - (now % 1000);
      this.#date = `date: ${dateText(now)}\r\n`;
    }
    return this.#date;
  }

  /** False when the connection cannot go on. `request` is undefined where there was none. */
  #send(
    request: Request | undefined,
    response: Response,
    minor: boolean,
    wanted: boolean,
  ): boolean {
    const { content } = response;
    const headers = response.givenHeaders;
    const bits = headers?.bits ?? 0;
    const keep = wanted && !((bits & connectionBit) !== 0 && saysClose(headers));
    if (content !== null && typeof content !== "string" && !(content instanceof Uint8Array)) {
      return this.#sendStream(request, response, content, bits, minor, keep);
    }
    const connection = connectionLine(minor, keep);
    const isHead = request?.method === "HEAD";
    const bare = isVoid(response.status);
    const type = typeof content === "string" && !bare && (bits & typeBit) === 0 ? textType : "";
    const length =
      content === null ? 0 : typeof content === "string" ? utf8Length(content) : content.length;
    const wire = this.#wire;
    const usual = headers === undefined && response.status === 200 && response.statusText === "";
    // What most responses are, in one go; in two where there was no room.
    while (usual && !isHead && length <= smallBytes) {
      const used = putText(
        wire.out,
        wire.used,
        okLine,
        this.#dateLine(),
        connection,
        type,
        lengthName,
        length,
        "\r\n\r\n",
        content ?? "",
      );
      if (used >= 0) {
        wire.used = used;
        return keep;
      }
      wire.room(length + lineBytes);
    }
    const said = isHead && content === null ? lengthOf(headers) : -1;
    const shown = bare ? -1 : said >= 0 ? said : length;
    this.#putHead(response, bits, connection, type, bare ? "" : lengthName, shown);
    if (content !== null && !bare && !isHead && length > 0) wire.putBody(content);
    return keep;
  }

  /** `framing` says how the body ends; with `length` behind it, unless that is negative. */
  #putHead(
    response: Response,
    bits: number,
    connection: string,
    type: string,
    framing: string,
    length: number,
  ): void {
    const wire = this.#wire;
    const first = firstLine(response.status, response.statusText);
    const date = (bits & dateBit) === 0 ? this.#dateLine() : "";
    const list = response.givenHeaders?.list ?? [];
    const fields = (bits & ownBits) === 0 ? list : withoutOwn(list);
    const sized = length >= 0;
    for (let room = lineBytes; ; room *= 2) {
      const used = putHead(
        wire.out,
        wire.used,
        fields,
        first,
        date,
        connection,
        type,
        framing,
        sized ? length : "",
        sized ? "\r\n" : "",
      );
      if (used >= 0) {
        wire.used = used;
        return;
      }
      wire.room(room);
    }
  }

  /** A body that comes in pieces: as long as the response says, or in chunks, or to the end. */
  #sendStream(
    request: Request | undefined,
    response: Response,
    content: Iterable<string | Uint8Array>,
    bits: number,
    minor: boolean,
    wanted: boolean,
  ): boolean {
    const bare = isVoid(response.status);
    const said = bare ? 0 : lengthOf(response.givenHeaders);
    const chunked = said < 0 && minor;
    const keep = wanted && (chunked || said >= 0);
    const framing = chunked
      ? "transfer-encoding: chunked\r\n"
      : !bare && said >= 0
        ? lengthName
        : "";
    const connection = connectionLine(minor, keep);
    this.#putHead(response, bits, connection, "", framing, bare ? -1 : said);
    if (bare || request?.method === "HEAD") {
      response.close();
      return keep;
    }
    try {
      this.#wire.putParts(content, chunked, said);
      return keep;
    } catch (error) {
      // The head has gone: all that can still tell the client is a body without its end.
      if (!this.#wire.broken && request !== undefined) this.#report(error, request);
      this.#wire.broken = true;
      return false;
    }
  }
}

/** A body that is put beside its head at once, and what the lines of such a head take at most. */
const smallBytes = 4096;
const lineBytes = 256;
const okLine = "HTTP/1.1 200 OK\r\n";
const textType = "content-type: text/plain;charset=UTF-8\r\n";
const lengthName = "content-length: ";

/** False where the client was not told to send its body, or has more of it than is worth waiting for. */
function canGoOn(body: Body | undefined): boolean {
  if (body === undefined || body.ended) return true;
  if (body.failed || body.waits) return false;
  return body.left <= discardBytes || body.left === Number.POSITIVE_INFINITY;
}

function firstLine(status: number, reason: string): string {
  if (reason !== "") return `HTTP/1.1 ${status} ${fieldText(reason) ?? ""}\r\n`;
  return status === 200 ? okLine : `HTTP/1.1 ${status} ${statusText(status)}\r\n`;
}

function connectionLine(minor: boolean, keep: boolean): string {
  return keep ? (minor ? "" : "connection: keep-alive\r\n") : "connection: close\r\n";
}

function plain(status: number): Response {
  return new Response(`${statusText(status)}\n`, { status });
}

function isVoid(status: number): boolean {
  return status === 204 || status === 304;
}

function saysClose(headers: Headers | undefined): boolean {
  const options = headers?.get("connection")?.toLowerCase().split(",") ?? [];
  return options.some((option) => option.trim() === "close");
}
