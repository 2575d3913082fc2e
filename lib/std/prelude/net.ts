/** Iterators over sockets: each step is one native call, which parks. */
import { connLine, listenerNext } from "wo:intrinsics";

type Any = any;

export function conn_lines(this: Any): Iterable<string> {
  const conn = this;
  return {
    next() {
      const line = connLine(conn);
      return { value: line, done: line === undefined };
    },
    [Symbol.iterator]() {
      return this;
    },
  } as unknown as Iterable<string>;
}

export function listener_iterator(this: Any): Any {
  const listener = this;
  return {
    next() {
      const conn = listenerNext(listener);
      return { value: conn, done: conn === undefined };
    },
    [Symbol.iterator]() {
      return this;
    },
  };
}
