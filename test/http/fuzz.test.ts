/**
 * Requests with faults: the server neither fails nor hangs nor answers twice, it sees the same
 * whatever the cuts, and what it takes for requests Node takes for the same requests.
 */
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generator, requests } from "./generate.ts";
import { serve } from "./harness.ts";

const seed = Number(process.env["WO_HTTP_SEED"] ?? 1);
const count = Number(process.env["WO_HTTP_CASES"] ?? 3000);

const below = generator(seed);
const inputs = Array.from({ length: count }, () => requests(below));

/** What Node's server takes a connection for. */
interface NodeView {
  readonly requests: readonly string[];
  /** Its parser refused what came next. */
  readonly refused: boolean;
}

let server: Server;
let view: { requests: string[]; refused: boolean } = { requests: [], refused: false };
beforeAll(async () => {
  process.stdout.write(`WO_HTTP_SEED=${seed} WO_HTTP_CASES=${count}\n`);
  server = createServer((request, response) => {
    const mine = view;
    let body = "";
    request.setEncoding("latin1");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      mine.requests.push(JSON.stringify([request.method, request.url, body]));
      response.end("ok");
    });
  });
  server.on("clientError", (_, socket) => {
    view.refused = true;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
});

/** Sends the bytes and the end of the stream to Node's server. */
function inNode(input: string): Promise<NodeView> {
  const mine = { requests: [] as string[], refused: false };
  view = mine;
  return new Promise((resolve) => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1", () => socket.end(Buffer.from(input, "latin1")));
    socket.resume();
    socket.on("error", () => {});
    socket.on("close", () => resolve(mine));
  });
}

/** How many times fewer cases a slower variant runs. */
const share: Readonly<Record<string, number>> = { asan: 10, stress: 100 };

/** Node's parser knows a list of methods. */
const methods = /^\["(GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH)"/;

describe(`with seed ${seed}`, () => {
  test.each(["plain", "asan", "stress"])(
    "one answer for one request (%s)",
    async (variant) => {
      const some = inputs.slice(0, Math.ceil(count / (share[variant] ?? 1)));
      const outcomes = await serve(
        some.map((input) => ({ input, cuts: "bytes", plain: true })),
        variant,
      );
      const wrong = outcomes.flatMap((outcome, i) => {
        const statuses = outcome.output.match(/HTTP\/1\.1 [2-5]\d\d /g)?.length ?? 0;
        const refused =
          outcome.output.includes("HTTP/1.1 4") || outcome.output.includes("HTTP/1.1 5");
        const wanted = outcome.requests.length + (refused ? 1 : 0);
        const fine =
          statuses === wanted &&
          outcome.raised === "" &&
          outcome.errors.length === 0 &&
          outcome.differs.length === 0 &&
          outcome.events.at(-1) === "closed";
        return fine ? [] : [{ input: some[i], outcome }];
      });
      expect(wrong.slice(0, 3)).toEqual([]);
    },
    120_000,
  );

  test("what is accepted, Node accepts as the same", async () => {
    const outcomes = await serve(inputs.map((input) => ({ input, plain: true })));
    const wrong = [];
    let accepted = 0;
    for (const [i, outcome] of outcomes.entries()) {
      const theirs = await inNode(inputs[i] ?? "");
      for (const [k, mine] of outcome.requests.entries()) {
        if (!methods.test(mine)) break;
        accepted++;
        if (mine !== theirs.requests[k]) {
          wrong.push({ input: inputs[i], mine, theirs });
          break;
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(accepted).toBeGreaterThan(count / 2);
  }, 120_000);
});
