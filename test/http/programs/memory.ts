/** A connection that replays bytes, cut where the test says, and keeps what is written to it. */
import { type Conn, TimeoutError } from "wo-fiber/std";

export class MemoryConn {
  output = "";
  /** What happened to it, in order: "half" closed, "closed". */
  events: string[] = [];
  reads = 0;
  #input: Uint8Array;
  #at = 0;
  /** Ends of reads, ascending. */
  #cuts: number[];
  #stalls: boolean;

  /** `stalls`: after the last byte a read times out instead of meeting the end. */
  constructor(input: string, cuts: number[] = [], stalls = false) {
    this.#input = new Uint8Array(input.length);
    for (let i = 0; i < input.length; i++) this.#input[i] = input.charCodeAt(i);
    this.#cuts = cuts;
    this.#stalls = stalls;
  }

  get unread(): number {
    return this.#input.length - this.#at;
  }

  read(max = 65536, options: { timeout?: number } = {}): Uint8Array | undefined {
    this.reads++;
    if (this.events.includes("closed")) throw new Error("read after close");
    if (this.#at === this.#input.length) {
      if (this.#stalls) {
        if (!(options.timeout! >= 0)) throw new Error("a read without a timeout");
        throw new TimeoutError("read timed out");
      }
      return undefined;
    }
    let end = Math.min(this.#at + max, this.#input.length);
    for (const cut of this.#cuts) {
      if (cut > this.#at) {
        end = Math.min(end, cut);
        break;
      }
    }
    const bytes = this.#input.slice(this.#at, end);
    this.#at = end;
    return bytes;
  }

  write(data: Uint8Array | string): void {
    if (this.events.length > 0) throw new Error("write after close");
    if (typeof data === "string") {
      this.output += encode(data);
      return;
    }
    let text = "";
    for (let i = 0; i < data.length; i++) text += String.fromCharCode(data[i]!);
    this.output += text;
  }

  closeWrite(): void {
    this.events.push("half");
  }

  close(): void {
    if (!this.events.includes("closed")) this.events.push("closed");
  }

  /** As the library takes it. */
  get conn(): Conn {
    return this as unknown as Conn;
  }
}

/** UTF-8 bytes of a text, a unit each. */
function encode(text: string): string {
  const quoted = encodeURIComponent(text);
  let out = "";
  for (let i = 0; i < quoted.length; i++) {
    if (quoted[i] !== "%") out += quoted[i];
    else out += String.fromCharCode(Number.parseInt(quoted.slice(i + 1, (i += 2) + 1), 16));
  }
  return out;
}
