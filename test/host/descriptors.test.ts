/** A server that runs out of descriptors: what nobody names any more is collected before it fails. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compileText, planes, woRun } from "../harness/programs.ts";

const work = mkdtempSync(join(tmpdir(), "wo-descriptors-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** `accepted` is what the acceptor does with a connection. */
const program = (accepted: string): string => `
import { chan, net, spawn, type Conn, type Send } from "wo-fiber/std";
const kept: Conn[] = [];
const keep = (conn: Conn): void => { kept.push(conn); };
function answer(conn: Conn): void {
  for (const line of conn.lines()) {
    conn.write(line);
    conn.closeWrite();
    return;
  }
}
function start(conn: Conn): void {
  spawn(answer, conn);
}
function clients(port: number, out: Send<number>): void {
  for (let i = 1; i <= 500; i++) {
    const conn = net.connect({ host: "127.0.0.1", port });
    conn.write("hello\\n");
    while (conn.read(100, { timeout: 20_000 }) !== undefined) {}
    if (i % 250 === 0) out.send(i);
  }
}
const listener = net.listen({ host: "127.0.0.1", port: 0 });
const out = chan<number>();
const counts = out.receiver();
spawn(clients, (listener.local as { port: number }).port, out.sender());
out.release();
const failed = spawn.result(() => { for (const conn of listener) { ${accepted} } });
const show = (): void => { for (const count of counts) console.log(count); };
`;

function run(plane: string, text: string): Promise<string> {
  const image = compileText(join(work, "program.ts"), text);
  if (typeof image === "string") throw new Error(image);
  const file = join(work, "program.wob");
  writeFileSync(file, image);
  return new Promise((resolve) => {
    const limited = ["-c", 'ulimit -n 64; exec "$0" "$@"', woRun(), file];
    const env = { ...process.env, WO_IO: plane };
    execFile("sh", limited, { env, timeout: 60_000, encoding: "utf8" }, (_, out) => resolve(out));
  });
}

for (const plane of planes()) {
  test(`[Z13] ${plane}: holds that escaped are collected, 500 connections in 64 descriptors`, async () => {
    expect(await run(plane, `${program("start(conn);")}show();`)).toBe("250\n500\n");
  });
  test(`[W13] ${plane}: accept fails when a collection does not help`, async () => {
    const text = `${program("start(conn); keep(conn);")}
      try { failed.recv(); } catch (error) { console.log(String(error)); }`;
    expect(await run(plane, text)).toMatch(/^IoError: EMFILE: .*accept\n$/);
  });
}
