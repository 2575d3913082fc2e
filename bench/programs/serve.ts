// Workload C: a TCP echo server, one fiber a connection. usage: echo PORT
import { args, net, spawn, type Conn } from "wo-fiber/std";

function echo(conn: Conn): void {
  for (;;) {
    const data = conn.read();
    if (data === undefined) return;
    conn.write(data);
  }
}

export function main(): void {
  const port = Number(args[1]);
  for (const conn of net.listen({ host: "127.0.0.1", port, backlog: 4096 })) spawn(echo, conn);
}
