/** Servers: accepting connections, a fiber for each, and ending without cutting anybody off. */
import {
  type Chan,
  type Conn,
  chan,
  IoError,
  type Listener,
  net,
  type Recv,
  spawn,
  time,
} from "wo-fiber/std";
import {
  type Gate,
  type Handler,
  type ServeOptions,
  type Settings,
  serveRequests,
  settingsOf,
} from "./server.ts";

/** How long a connection may take to finish what it is at while the server drains. Milliseconds. */
const graceDefault = 10_000;
/** Between two looks at connections that are still busy then. */
const lookMin = 1;
const lookMax = 50;
/** Connections before the first look at which of them have ended. */
const sweepFirst = 64;
/** Before another try to accept when the system has no descriptors or memory left. */
const acceptPause = 20;

/** A server that runs, as `serve` answers it. */
export class Server {
  readonly local: Listener["local"];
  readonly #listener: Listener;
  readonly #stop: Chan<never>;
  readonly #orders: Chan<number>;
  readonly #ended: Recv<number>;

  constructor(listener: Listener, stop: Chan<never>, orders: Chan<number>, ended: Recv<number>) {
    this.local = listener.local;
    this.#listener = listener;
    this.#stop = stop;
    this.#orders = orders;
    this.#ended = ended;
  }

  /**
   * Stops accepting, closes connections that wait for a request, lets the others finish the one they
   * are at, and cuts off what is left after `grace` milliseconds (default 10 000). Answers how many
   * connections were cut off.
   */
  drain(grace: number = graceDefault): number {
    if (!this.#stop.closed) {
      this.#orders.send(grace);
      this.#stop.close();
      this.#listener.close();
    }
    return this.wait();
  }

  /** Stops at once. */
  close(): void {
    this.drain(0);
  }

  /** Waits until the server has ended; answers how many connections were cut off. */
  wait(): number {
    return this.#ended.recv() ?? 0;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

/** Where to listen: see net.listen. */
export type Where =
  | {
      readonly host?: string;
      readonly port: number;
      readonly backlog?: number;
      readonly reusePort?: boolean;
    }
  | { readonly path: string };

/**
 * Serves what a listener accepts, or listens first, each connection in a fiber of its own, until `drain` or `close`. The
 * handler crosses to those fibers: what it captures is a snapshot.
 * @throws RangeError for an option out of its range; IoError where it cannot listen
 */
export function serve(
  where: Listener | Where,
  handler: Handler,
  options: ServeOptions = {},
): Server {
  const settings = settingsOf(options);
  const listens = typeof (where as { accept?: unknown }).accept === "function";
  const listener = listens ? (where as Listener) : net.listen(where as Where);
  const stop = chan<never>();
  const orders = chan<number>(1);
  const ended = spawn.result(accept, listener, handler, settings, stop, orders.receiver());
  return new Server(listener, stop, orders, ended);
}

/** A connection, as the fiber that accepted it knows it. */
interface Live {
  readonly conn: Conn;
  /**
   * Holds a value while a request is served, so who can put one in has the connection to itself: its
   * own fiber to serve, or the server to close it. Closed when the connection has ended.
   */
  readonly slot: Chan<number>;
}

function accept(
  listener: Listener,
  handler: Handler,
  settings: Settings,
  stop: Chan<never>,
  orders: Recv<number>,
): number {
  let live: Live[] = [];
  let sweepAt = sweepFirst;
  try {
    for (;;) {
      const conn = next(listener, stop);
      if (conn === undefined) break;
      const slot = chan<number>(1);
      slot.send(1);
      live.push({ conn, slot });
      spawn(serveAccepted, conn, handler, settings, stop, slot);
      if (live.length >= sweepAt) {
        live = live.filter(isLive);
        sweepAt = Math.max(sweepFirst, live.length * 2);
      }
    }
  } finally {
    stop.close();
    listener.close();
  }
  return drain(live, orders.tryRecv() ?? 0);
}

/** The next connection; undefined when the server is to end. */
function next(listener: Listener, stop: Chan<never>): Conn | undefined {
  for (;;) {
    try {
      return listener.accept();
    } catch (error) {
      if (stop.closed) return undefined;
      if (!(error instanceof IoError)) throw error;
      // The client was gone before it was accepted, or the system is short of something for now.
      if (!passing.includes(error.message.slice(0, error.message.indexOf(":")))) throw error;
      time.sleep(acceptPause);
    }
  }
}

const passing: readonly string[] = Object.freeze([
  "ECONNABORTED",
  "EMFILE",
  "ENFILE",
  "ENOBUFS",
  "ENOMEM",
  "EPROTO",
]);

function isLive({ slot }: Live): boolean {
  return !slot.closed;
}

/** Ends all connections; answers how many were cut off. */
function drain(all: Live[], grace: number): number {
  const until = time.monotonic() + grace;
  let live = all.filter(isLive);
  for (let pause = lookMin; live.length > 0; pause = Math.min(pause * 2, lookMax)) {
    for (const { conn, slot } of live) if (claim(slot)) conn.close();
    live = live.filter(isLive);
    const left = until - time.monotonic();
    if (left <= 0) break;
    if (live.length > 0) time.sleep(Math.min(pause, left));
  }
  for (const { conn } of live) conn.close();
  return live.length;
}

/** Whether the connection waited, and now never serves a request again. */
function claim(slot: Chan<number>): boolean {
  try {
    return slot.trySend(1);
  } catch {
    return false;
  }
}

/** The body of a connection's fiber. */
function serveAccepted(
  conn: Conn,
  handler: Handler,
  settings: Settings,
  stop: Chan<never>,
  slot: Chan<number>,
): void {
  try {
    serveRequests(conn, handler, settings, new Slot(stop, slot));
  } finally {
    slot.close();
    conn.close();
  }
}

class Slot implements Gate {
  readonly #stop: Chan<never>;
  readonly #slot: Chan<number>;

  constructor(stop: Chan<never>, slot: Chan<number>) {
    this.#stop = stop;
    this.#slot = slot;
  }

  enter(): boolean {
    return this.#slot.trySend(1);
  }

  leave(): void {
    this.#slot.tryRecv();
  }

  get closing(): boolean {
    return this.#stop.closed;
  }
}
