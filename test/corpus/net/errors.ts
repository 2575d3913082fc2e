// net: errors carry errno, syscall and address; wrong arguments are refused
// expect: IoError ECONNREFUSED: connection refused, connect -111 connect
// expect: IoError EADDRINUSE: address already in use true
// expect: RangeError connect: port must be an integer from 0 to 65535
// expect: TypeError connect needs { host, port } or { path }
// expect: TypeError connect: host must be a string
// expect: IoError ENOENT
// expect: RangeError read: max must be a number, 1 or more
// expect: TypeError The "data" argument must be of type string or Uint8Array
// expect: IoError EADDRNOTAVAIL
// expect: TypeError read: the duration must be a number of milliseconds
import { net, type IoError } from "wo-fiber/std";

function fails(run: () => unknown, show: (error: IoError) => string): void {
  try {
    run();
    console.log("did not fail");
  } catch (error) {
    console.log((error as Error).name, show(error as IoError));
  }
}
const any = (value: unknown): never => value as never;

const listener = net.listen({ host: "127.0.0.1", port: 0 });
const { port } = listener.local as { port: number };
const other = net.listen({ host: "127.0.0.1", port: 0 });
const free = (other.local as { port: number }).port;
other.close();
fails(() => net.connect({ host: "127.0.0.1", port: free }), (e) => `${e.message} ${e.errno} ${e.syscall}`);
fails(() => net.listen({ host: "127.0.0.1", port }), (e) => `${e.message.slice(0, 34)} ${e.path === `127.0.0.1:${port}`}`);
fails(() => net.connect({ host: "127.0.0.1", port: 65536 }), (e) => e.message);
fails(() => net.connect(any(5)), (e) => e.message);
fails(() => net.connect(any({ port: 1 })), (e) => e.message);
fails(() => net.connect({ path: "/nowhere/at/all" }), (e) => e.message.slice(0, 6));
const conn = net.connect({ host: "127.0.0.1", port });
fails(() => conn.read(0), (e) => e.message);
fails(() => conn.write(any(5)), (e) => e.message);
fails(() => net.listen({ host: "192.0.2.1", port: 0 }), (e) => e.message.slice(0, 13));
fails(() => conn.read(1, { timeout: any("x") }), (e) => e.message);
