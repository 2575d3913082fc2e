/** Connections over channels, with which servers and clients of one program meet. */
import { chan, type Chan, type Conn, IoError, type Listener, TimeoutError } from "wo-fiber/std";

export class ChannelConn {
  #input: Chan<Uint8Array>;
  #output: Chan<Uint8Array>;

  constructor(input: Chan<Uint8Array>, output: Chan<Uint8Array>) {
    this.#input = input;
    this.#output = output;
  }

  get remote() {
    return { path: "memory" };
  }

  read(_max?: number, options: { timeout?: number } = {}): Uint8Array | undefined {
    if (options.timeout === undefined) return this.#input.recv();
    const got = this.#input.recvFor(options.timeout);
    if (got.timeout) throw new TimeoutError("read timed out");
    return got.value;
  }

  write(data: Uint8Array | string): void {
    if (typeof data === "string") throw new Error("the test sends bytes");
    if (this.#output.closed) throw new IoError("EPIPE: broken pipe, write");
    this.#output.send(data.slice());
  }

  closeWrite(): void {
    this.#output.close();
  }

  close(): void {
    this.#output.close();
    this.#input.close();
  }
}

/** Both sides of a connection. */
export function pair(): [ChannelConn, ChannelConn] {
  const up = chan<Uint8Array>(64);
  const down = chan<Uint8Array>(64);
  return [new ChannelConn(up, down), new ChannelConn(down, up)];
}

export class ChannelListener {
  readonly local = { path: "memory" };
  #queue: Chan<ChannelConn> = chan<ChannelConn>(16);

  accept(): ChannelConn {
    const conn = this.#queue.recv();
    if (conn === undefined) throw new IoError("ECANCELED: closed, accept");
    return conn;
  }

  connect(): Conn {
    const [mine, theirs] = pair();
    this.#queue.send(theirs);
    return mine as unknown as Conn;
  }

  close(): void {
    this.#queue.close();
  }

  get listener(): Listener {
    return this as unknown as Listener;
  }
}

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (unit: string) => unit.charCodeAt(0));
}

export function textOf(bytes: Uint8Array | undefined): string {
  let text = "";
  for (const byte of bytes ?? []) text += String.fromCharCode(byte);
  return text;
}
