/**
 * A connection with a buffer on either side, and the bodies of messages that come over it. Bytes that
 * were read are never changed: bodies and headers are views of them.
 */
import { type Conn, IoError, TimeoutError, time, WoError } from "wo-fiber/std";
import { putLatin1, putText, scanChunk, scanHead, utf8Length, utf8Text } from "wo:library";

/** Flags of a head, as native/src/builtins/http.c gives them. */
export const minorFlag = 1;
export const keepFlag = 2;
export const chunkedFlag = 4;
export const continueFlag = 8;

/** A message that breaks the rules, or a limit; `status` is what a server answers to it. */
export class HttpError extends WoError {
  override readonly code: string = "ERR_WO_HTTP";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = "HttpError";
    this.status = status;
  }
}

const none = new Uint8Array(0);
const forever = Object.freeze({});
/** One read. */
const readBytes = 65536;
/** What is put is gathered up to this. */
const outBytes = 16384;
/** What a connection that waits keeps of its output buffer. */
const outKept = 1024;

export class Wire {
  readonly conn: Conn;
  /** Milliseconds a write may wait. */
  readonly writeTimeout: number;
  /** time.monotonic() at which reads give up; Infinity: never. */
  deadline: number = Number.POSITIVE_INFINITY;
  /** Nothing more can be sent or read. */
  broken = false;
  /** What is read and not yet taken: buffer[start..end). */
  buffer: Uint8Array = none;
  start = 0;
  end = 0;
  /** What a scan found: see scanHead. */
  readonly found: unknown[] = [undefined, undefined, 0, 0, 0];
  /** What is put and not yet written: out[0..used). */
  out: Uint8Array = none;
  used = 0;
  /** How long `out` was before it was given up. */
  #wanted = 512;

  constructor(conn: Conn, writeTimeout: number) {
    this.conn = conn;
    this.writeTimeout = writeTimeout;
  }

  /** Reads more, after writing what was put; false at the end of the stream. @throws TimeoutError, IoError */
  fill(timeout: number): boolean {
    if (this.used > 0) this.flush();
    let chunk: Uint8Array | undefined;
    try {
      chunk = this.conn.read(readBytes, this.#patience(timeout));
    } catch (error) {
      if (!(error instanceof TimeoutError)) this.broken = true;
      throw error;
    }
    if (chunk === undefined) return false;
    if (this.start === this.end) {
      this.buffer = chunk;
      this.start = 0;
      this.end = chunk.length;
    } else {
      this.#append(chunk);
    }
    return true;
  }

  /** Options of a call that may wait so long, and not past the deadline. */
  #patience(timeout: number): { timeout?: number } {
    let most = timeout;
    if (this.deadline !== Number.POSITIVE_INFINITY) {
      most = Math.min(most, this.deadline - time.monotonic());
      if (most <= 0) throw new TimeoutError("the message took too long");
    }
    return most === Number.POSITIVE_INFINITY ? forever : { timeout: most };
  }

  /** Behind the last byte nothing is looked at by anybody: there bytes may be added. */
  #append(chunk: Uint8Array): void {
    const left = this.end - this.start;
    if (this.buffer.length - this.end < chunk.length) {
      const wider = new Uint8Array((left + chunk.length) * 2);
      wider.set(this.buffer.subarray(this.start, this.end));
      this.buffer = wider;
      this.start = 0;
      this.end = left;
    }
    this.buffer.set(chunk, this.end);
    this.end += chunk.length;
  }

  /** Up to `most` of the bytes that are there, at least one; undefined when there are none. */
  take(most: number): Uint8Array | undefined {
    const from = this.start;
    if (from === this.end) return undefined;
    const to = this.end - from > most ? from + most : this.end;
    this.start = to;
    return this.buffer.subarray(from, to);
  }

  /** `out` with room for so many bytes behind `used`, which may be another one then. */
  room(room: number): Uint8Array {
    if (this.out.length - this.used >= room) return this.out;
    if (this.used + room > outBytes && this.used > 0) this.flush();
    const wider = new Uint8Array(Math.max(room + this.used, this.out.length * 2, this.#wanted));
    wider.set(this.out.subarray(0, this.used));
    this.out = wider;
    return wider;
  }

  /** A line or two, in Latin-1. */
  putLines(text: string): void {
    let used = putLatin1(this.out, this.used, text);
    if (used < 0) used = putLatin1(this.room(text.length), this.used, text);
    this.used = used;
  }

  /**
   * Content in pieces, each written when it is there: `said` bytes of it, or (-1) in chunks, or as many
   * as come.
   */
  putParts(content: Iterable<string | Uint8Array>, chunked: boolean, said: number): void {
    const ready = Array.isArray(content);
    let sent = 0;
    for (const part of content) {
      const size = typeof part === "string" ? utf8Length(part) : part.length;
      // An empty chunk would be the last one.
      if (size === 0) continue;
      sent += size;
      if (said >= 0 && sent > said) throw new RangeError(`the body is longer than ${said} bytes`);
      if (chunked) this.putLines(`${size.toString(16)}\r\n`);
      this.putBody(part);
      if (chunked) this.putLines("\r\n");
      if (!ready) this.flush();
    }
    if (sent < said) throw new RangeError(`the body is shorter than ${said} bytes`);
    if (chunked) this.putLines("0\r\n\r\n");
  }

  /** Content: gathered while it is little, else written at once. */
  putBody(data: string | Uint8Array): void {
    const used = putText(this.out, this.used, data);
    if (used >= 0) {
      this.used = used;
      return;
    }
    if (data.length > outBytes / 4) {
      if (this.used > 0) this.flush();
      this.#write(data);
      return;
    }
    this.used = putText(this.room(data.length * 3), this.used, data);
  }

  flush(): void {
    const used = this.used;
    if (used === 0) return;
    this.used = 0;
    this.#write(used === this.out.length ? this.out : this.out.subarray(0, used));
  }

  #write(data: string | Uint8Array): void {
    try {
      this.conn.write(data, this.#patience(this.writeTimeout));
    } catch (error) {
      this.broken = true;
      throw error;
    }
  }

  /** Called before a wait that may be long: gives up what is cheap to have again. */
  rest(): void {
    if (this.start === this.end) {
      this.buffer = none;
      this.start = 0;
      this.end = 0;
    }
    this.flush();
    if (this.out.length > outKept) {
      this.#wanted = Math.min(this.out.length, outBytes);
      this.out = none;
    }
  }
}

/** How a body ends. */
export type Framing = number | "chunked" | "close";

/** What the trailers of a body may take: they are read and passed over. */
const trailerBytes = 8192;
const trailerCount = 64;
/** Bytes of chunk lines beyond what the chunks are worth. */
const excessMax = 16384;

/** The body of a message received: read once, in pieces, as they come. */
export class Body implements Iterable<Uint8Array> {
  readonly #wire: Wire;
  readonly #framing: Framing;
  readonly #timeout: number;
  readonly #most: number;
  readonly #fault: number;
  readonly #done: (() => void) | undefined;
  /** Bytes left of the body, or of the chunk. */
  #left: number;
  #total = 0;
  #excess = 0;
  #begun = false;
  /** A client waits for "100 Continue" before it sends. */
  #expected: boolean;
  ended = false;
  failed = false;

  constructor(
    wire: Wire,
    framing: Framing,
    options: {
      readonly timeout: number;
      readonly most: number;
      readonly expected: boolean;
      /** Status of the HttpError for a body that breaks the rules. */
      readonly fault: number;
      /** Called at the end, or when it failed. */
      readonly done?: () => void;
    },
  ) {
    this.#wire = wire;
    this.#framing = framing;
    this.#timeout = options.timeout;
    this.#most = options.most;
    this.#expected = options.expected;
    this.#fault = options.fault;
    this.#done = options.done;
    this.#left = typeof framing === "number" ? framing : 0;
    if (framing === 0) this.#end();
  }

  /** Something has been read of it. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Whether the client still waits to be told to send. */
  get waits(): boolean {
    return this.#expected;
  }

  /** Bytes left, where the head said how many there are; else Infinity. */
  get left(): number {
    if (this.ended) return 0;
    return typeof this.#framing === "number" ? this.#left : Number.POSITIVE_INFINITY;
  }

  /** The next bytes; undefined at the end. @throws HttpError, TimeoutError, IoError */
  next(): Uint8Array | undefined {
    if (this.ended) return undefined;
    if (this.failed) throw new HttpError(this.#fault, "the body could not be read");
    this.#begun = true;
    try {
      if (this.#expected) this.#goOn();
      const chunk = this.#framing === "chunked" ? this.#nextOfChunked() : this.#nextOfPlain();
      if (chunk === undefined) {
        this.#end();
        return undefined;
      }
      this.#total += chunk.length;
      if (this.#total > this.#most) this.#tooLarge();
      return chunk;
    } catch (error) {
      this.failed = true;
      this.#done?.();
      throw error;
    }
  }

  #end(): void {
    this.ended = true;
    this.#done?.();
  }

  #goOn(): void {
    this.#expected = false;
    // What sends already does not wait.
    if (this.#wire.start === this.#wire.end) this.#wire.putLines("HTTP/1.1 100 Continue\r\n\r\n");
  }

  #tooLarge(): never {
    throw new HttpError(this.#fault === 400 ? 413 : this.#fault, "the body is too large");
  }

  #more(): void {
    if (!this.#wire.fill(this.#timeout)) {
      throw new HttpError(this.#fault, "the connection ended in the middle of a body");
    }
  }

  #nextOfPlain(): Uint8Array | undefined {
    const wire = this.#wire;
    if (this.#framing === "close") {
      if (wire.start === wire.end && !wire.fill(this.#timeout)) return undefined;
      return wire.take(readBytes);
    }
    if (this.#left === 0) return undefined;
    while (wire.start === wire.end) this.#more();
    const chunk = wire.take(this.#left);
    this.#left -= chunk?.length ?? 0;
    return chunk;
  }

  #nextOfChunked(): Uint8Array | undefined {
    const wire = this.#wire;
    if (this.#left === 0) {
      this.#left = this.#chunkLine();
      if (this.#left === 0) {
        this.#trailers();
        return undefined;
      }
      if (this.#total + this.#left > this.#most) this.#tooLarge();
    }
    while (wire.start === wire.end) this.#more();
    const chunk = wire.take(this.#left);
    this.#left -= chunk?.length ?? 0;
    if (this.#left === 0) this.#chunkEnd();
    return chunk;
  }

  #chunkLine(): number {
    const wire = this.#wire;
    for (;;) {
      const end = scanChunk(wire.buffer, wire.start, wire.end, wire.found);
      if (end < 0) throw new HttpError(this.#fault, "a chunk without a proper size");
      if (end > 0) {
        const size = wire.found[0] as number;
        this.#excess = Math.max(0, this.#excess + end - wire.start - 16 - 2 * size);
        if (this.#excess > excessMax)
          throw new HttpError(this.#fault, "chunks with too little in them");
        wire.start = end;
        return size;
      }
      this.#more();
    }
  }

  #chunkEnd(): void {
    const wire = this.#wire;
    while (wire.end - wire.start < 2) this.#more();
    if (wire.buffer[wire.start] !== 13 || wire.buffer[wire.start + 1] !== 10) {
      throw new HttpError(this.#fault, "a chunk of another size than it says");
    }
    wire.start += 2;
  }

  #trailers(): void {
    const wire = this.#wire;
    let seen = 0;
    for (;;) {
      const fresh = wire.start + seen;
      const end = scanHead(
        2,
        wire.buffer,
        wire.start,
        fresh,
        wire.end,
        trailerBytes,
        trailerBytes,
        trailerCount,
        wire.found,
      );
      if (end > 0) {
        wire.start = end;
        return;
      }
      if (end < 0) throw new HttpError(this.#fault, "trailers that are none");
      seen = wire.end - wire.start;
      this.#more();
    }
  }

  [Symbol.iterator](): Iterator<Uint8Array> {
    this.#begin();
    return {
      next: (): IteratorResult<Uint8Array> => {
        const value = this.next();
        return value === undefined ? { value: undefined, done: true } : { value, done: false };
      },
    };
  }

  #begin(): void {
    if (this.#begun) throw new TypeError("Body is unusable: Body has already been read");
    this.#begun = true;
  }

  /** All that is left, in one piece. @throws HttpError, TimeoutError, IoError */
  bytes(): Uint8Array {
    this.#begin();
    const parts: Uint8Array[] = [];
    for (let part = this.next(); part !== undefined; part = this.next()) parts.push(part);
    return gather(parts);
  }

  /** Reads on to the end and throws away; false when more than `most` bytes came, or none would. */
  discard(most: number): boolean {
    let left = most;
    try {
      for (;;) {
        const chunk = this.next();
        if (chunk === undefined) return true;
        left -= chunk.length;
        if (left < 0) return false;
      }
    } catch (error) {
      if (error instanceof HttpError || isIo(error)) return false;
      throw error;
    }
  }
}

/** What the other side may cause at any time. */
export function isIo(error: unknown): boolean {
  return error instanceof IoError || error instanceof TimeoutError;
}

/** The parts as one: the very part, where there is only one. */
export function gather(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  let size = 0;
  for (const part of parts) size += part.length;
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** UTF-8 as text, without its byte order mark. */
export function textOf(bytes: Uint8Array): string {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return utf8Text(bytes, marked ? 3 : 0, bytes.length);
}
