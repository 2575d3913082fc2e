// Workload C: a server on CPU 0, its load on CPU 1. The server's command gets the kind ("echo",
// "hello") and a port of the loopback interface, and lives as long as one measurement.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const seconds = 2;
let port = 19000 + (process.pid % 1000) * 10;

const pinned = (cpu, command) => ["-c", String(cpu), ...command];

function reaches(at) {
  return new Promise((resolve) => {
    const socket = connect({ port: at, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

const rss = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024;

/** User and system time of all threads of a process, in us. */
function cpu(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 1e4;
}

/** "12.3us", "4.5ms", "1.2s" of wrk, in us. */
const micros = (text) =>
  Number.parseFloat(text) * (text.endsWith("us") ? 1 : text.endsWith("ms") ? 1e3 : 1e6);

function run(command) {
  const done = spawnSync("taskset", pinned(1, command), { encoding: "utf8", timeout: 60_000 });
  if (done.status !== 0) throw new Error(`${command.join(" ")}\n${done.stderr}`);
  return done.stdout;
}

const loads = {
  /** Connections that each send 64 bytes, wait for all of the echo, and send again. */
  echo: (row, server, load, at) =>
    run([load, String(at), String(row.connections), String(seconds), String(server.pid)])
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([value, unit]) => [Number(value), unit]),

  hello(row, server, _, at) {
    const wrk = ["wrk", "-c", String(row.connections), "-t", "1", "--latency"];
    const url = `http://127.0.0.1:${at}/`;
    run([...wrk, "-d", "1s", url]);
    const before = cpu(server.pid);
    const said = run([...wrk, "-d", `${seconds}s`, url]);
    const spent = cpu(server.pid) - before;
    if (/Non-2xx|Socket errors/.test(said)) throw new Error(said);
    const number = (pattern) => pattern.exec(said)[1];
    return [
      [Number(number(/Requests\/sec:\s+(\S+)/)), "req/s"],
      [micros(number(/50%\s+(\S+)/)), "p50-us"],
      [micros(number(/99%\s+(\S+)/)), "p99-us"],
      [spent / Number(number(/(\d+) requests in/)), "cpu-us/req"],
    ];
  },

  /** Growth of the server's memory by connections that have had one round trip each. */
  async idle(row, server, load, at) {
    const before = rss(server.pid);
    const command = pinned(1, [load, String(at), String(row.connections), "idle"]);
    const child = spawn("taskset", command, { stdio: ["pipe", "pipe", "inherit"] });
    const exit = once(child, "exit");
    await Promise.race([once(child.stdout, "data"), exit]);
    const grown = rss(server.pid) - before;
    child.stdin.end();
    const [code] = await exit;
    if (code !== 0) throw new Error(`${load} ended with ${code}`);
    return [[grown / row.connections, "B/conn"]];
  },
};

/** One measurement of one server: [[value, unit]]. */
export async function serve(row, command, load, env) {
  const at = ++port;
  const server = spawn("taskset", pinned(0, [...command, String(at)]), {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, GOMAXPROCS: "1", ...env },
  });
  const exit = once(server, "exit");
  try {
    for (let tries = 0; !(await reaches(at)); tries++) {
      if (tries === 100 || server.exitCode !== null)
        throw new Error(`${command.join(" ")} does not listen`);
      await sleep(50);
    }
    return await loads[row.load](row, server, load, at);
  } finally {
    server.kill("SIGKILL");
    await exit;
  }
}
