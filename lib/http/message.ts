/** Request and Response, as the web and Node know them, without promises. */
import type { Conn } from "wo-fiber/std";
import { putText, utf8Length } from "wo:library";
import { Headers, type HeadersInit } from "./headers.ts";
import { Body, gather, textOf } from "./wire.ts";

/** What a body can be made of. Chunks of an iterable (a channel, a file, a body) are sent as they come. */
export type BodyInit = string | Uint8Array | Iterable<string | Uint8Array>;

const none = new Uint8Array(0);

/** A request as a server receives it. */
export class Request implements Iterable<Uint8Array> {
  readonly method: string;
  /** The target as the client sent it: path and query. */
  readonly url: string;
  /** Undefined when there is none. */
  readonly body: Body | undefined;
  readonly #conn: Conn;
  readonly #bytes: Uint8Array;
  readonly #from: number;
  readonly #to: number;
  #headers: Headers | undefined;

  constructor(
    method: string,
    url: string,
    body: Body | undefined,
    conn: Conn,
    bytes: Uint8Array,
    from: number,
    to: number,
  ) {
    this.method = method;
    this.url = url;
    this.body = body;
    this.#conn = conn;
    this.#bytes = bytes;
    this.#from = from;
    this.#to = to;
  }

  get headers(): Headers {
    this.#headers ??= Headers.received(this.#bytes, this.#from, this.#to);
    return this.#headers;
  }

  /** The path, without the query; percent-encoded as it came. */
  get path(): string {
    const url = this.#target();
    const mark = url.indexOf("?");
    return mark < 0 ? url : url.slice(0, mark);
  }

  /** What is behind the question mark; "" when there is none. */
  get query(): string {
    const mark = this.url.indexOf("?");
    return mark < 0 ? "" : this.url.slice(mark + 1);
  }

  /** Of a whole URL, which a proxy sends, the part behind the host. */
  #target(): string {
    if (this.url.startsWith("/") || this.url === "*") return this.url;
    const host = this.url.indexOf("://") + 3;
    const slash = this.url.indexOf("/", host);
    return slash < 0 ? "/" : this.url.slice(slash);
  }

  /** The client's address. */
  get remote(): Conn["remote"] {
    return this.#conn.remote;
  }

  /** The body. @throws HttpError, TimeoutError, IoError; TypeError when it was read already */
  bytes(): Uint8Array {
    return this.body?.bytes() ?? none;
  }

  /** The body, which is taken for UTF-8. @throws as bytes */
  text(): string {
    return textOf(this.bytes());
  }

  /** The body, parsed. @throws as bytes; SyntaxError */
  json<T = unknown>(): T {
    return JSON.parse(this.text()) as T;
  }

  /** The body as it comes, in pieces. */
  [Symbol.iterator](): Iterator<Uint8Array> {
    return this.body?.[Symbol.iterator]() ?? ([] as Uint8Array[])[Symbol.iterator]();
  }
}

export interface ResponseInit {
  /** Default 200. */
  readonly status?: number;
  /** Default: what the status is called. */
  readonly statusText?: string;
  readonly headers?: HeadersInit;
}

/** What a handler answers, and what a client gets. */
export class Response implements Iterable<Uint8Array> {
  readonly status: number;
  readonly statusText: string;
  /** What the body is made of, or, of a response received, the body. For the library itself. */
  readonly content: BodyInit | null;
  #headers: Headers | undefined;
  #done: (() => void) | undefined;

  /** @throws RangeError for a status outside of 200..999; TypeError for headers that cannot be sent */
  constructor(content?: BodyInit | null, init?: ResponseInit) {
    this.content = content ?? null;
    if (init === undefined) {
      this.status = 200;
      this.statusText = "";
      return;
    }
    const status = init.status ?? 200;
    if (!Number.isInteger(status) || status < 200 || status > 999) {
      throw new RangeError(`The status must be an integer from 200 to 999, not ${status}`);
    }
    this.status = status;
    this.statusText = init.statusText ?? "";
    if (init.headers !== undefined) this.#headers = new Headers(init.headers);
  }

  /** Whether a value is a Response, or of a class made of it. */
  static is(value: unknown): value is Response {
    return typeof value === "object" && value !== null && #headers in value;
  }

  /** `value` as JSON. */
  static json(value: unknown, init: ResponseInit = {}): Response {
    const headers = new Headers(init.headers);
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    return new Response(JSON.stringify(value), { ...init, headers });
  }

  /** One that was received; `done` gives up its connection. For the library itself. */
  static received(
    status: number,
    statusText: string,
    headers: Headers,
    body: Body | null,
    done: () => void,
  ): Response {
    const response = new Response(body, { status, statusText });
    response.#headers = headers;
    response.#done = done;
    return response;
  }

  get headers(): Headers {
    this.#headers ??= new Headers();
    return this.#headers;
  }

  /** The headers, where anybody has asked for them or set one. For the library itself. */
  get givenHeaders(): Headers | undefined {
    return this.#headers;
  }

  /** Whether the status is 200..299. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The body. @throws HttpError, TimeoutError, IoError; TypeError when it was read already */
  bytes(): Uint8Array {
    const content = this.content;
    if (content === null) return none;
    if (content instanceof Body) return content.bytes();
    if (content instanceof Uint8Array) return content;
    if (typeof content === "string") return bytesOf(content);
    const parts: Uint8Array[] = [];
    for (const part of content) parts.push(typeof part === "string" ? bytesOf(part) : part);
    return gather(parts);
  }

  /** The body, which is taken for UTF-8. @throws as bytes */
  text(): string {
    return typeof this.content === "string" ? this.content : textOf(this.bytes());
  }

  /** The body, parsed. @throws as bytes; SyntaxError */
  json<T = unknown>(): T {
    return JSON.parse(this.text()) as T;
  }

  /** The body as it comes, in pieces. */
  [Symbol.iterator](): Iterator<Uint8Array> {
    const content = this.content;
    if (content instanceof Body) return content[Symbol.iterator]();
    return [this.bytes()][Symbol.iterator]();
  }

  /** Gives up what was not read of a response received. */
  close(): void {
    const done = this.#done;
    this.#done = undefined;
    done?.();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text));
  putText(bytes, 0, text);
  return bytes;
}
