// A host far away, in front of a served sandbox: each answer takes a round trip more, and too many a second are refused.
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { passOn } from './cut-proxy.ts';

export interface Seen {
  /** `GET /v1/spaces/...` with its query. */
  line: string;
  /** How many stand in a row up to this one, each of which began when the one before had ended. */
  depth: number;
}

/** `arrived`: when the request did, by performance.now(). */
export type RoundTrip = (arrived: number) => Promise<unknown>;

export const noTime: RoundTrip = async () => undefined;

/** So many milliseconds, what the host itself takes included: the time of a job is held against that alone. */
export const lasting =
  (ms: number): RoundTrip =>
  (arrived) =>
    wait(Math.max(0, arrived + ms - performance.now()));

/**
 * As many short waits as a command in this process needs to send all that it can send now. A busy machine makes each of
 * them longer.
 */
export const inTurns: RoundTrip = async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await wait(TURN_MS);
};

export interface FarHost {
  url: string;
  /** The requests so far, which are forgotten; from now on the answer to each waits for this. */
  seen(roundTrip: RoundTrip): Seen[];
  stop(): Promise<void>;
}

const TURNS = 40;
const TURN_MS = 3;
const LIMITED = JSON.stringify({ error: { code: 429, message: 'too many requests' } });

/** `perSecond`: more in one second are answered with 429. No answer is late before `seen` says so. */
export async function startFarHost(target: string, perSecond = Number.POSITIVE_INFINITY): Promise<FarHost> {
  const { hostname, port, host } = new URL(target);
  let roundTrip = noTime;
  let seen: Seen[] = [];
  let ended = 0;
  let recent: number[] = [];
  const isOver = () => {
    const now = performance.now();
    recent = recent.filter((at) => now - at < 1000);
    if (recent.length >= perSecond) return true;
    recent.push(now);
    return false;
  };
  const server = createServer(async (request, response) => {
    const arrived = performance.now();
    const { method, url, headers } = request;
    const one = { line: `${method} ${url}`, depth: ended + 1 };
    seen.push(one);
    response.on('finish', () => {
      ended = Math.max(ended, one.depth);
    });
    if (isOver()) {
      request.resume();
      await roundTrip(arrived);
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' }).end(LIMITED);
      return;
    }
    const due = roundTrip(arrived);
    const passed = send({ hostname, port, method, path: url, headers: { ...headers, host } }, (answer) =>
      passOn(answer, response, { from: target, to: `http://${headers.host}`, due }),
    );
    passed.on('error', () => request.socket.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen(next) {
      roundTrip = next;
      const all = seen;
      seen = [];
      ended = 0;
      return all;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
